import { ExecutionStoppedError } from '../kernel/engine.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Steps } from '../primitives/steps.ts';
import { appendExecuted, appendTransaction, type BlockBuilder } from './block-builder.ts';
import type { BlockThread } from './block-thread/block-thread.ts';
import { readLogs } from './block-thread/protocol.ts';

/**
 * Executes the next transaction: on this thread, or again in the block thread when it takes long. The results are equal.
 * Throws like `appendTransaction`, an ExecutionStoppedError when it takes long and there is no block thread, and a
 * BlockThreadError; nothing has changed then.
 */
export function* appendNext(builder: BlockBuilder, tx: Transaction): Steps<void> {
  const { long } = builder;
  try {
    return appendTransaction(builder, tx, long?.limits());
  } catch (error) {
    if (!(error instanceof ExecutionStoppedError) || long?.thread === undefined) throw error;
  }
  yield* appendInThread(builder, tx, long.thread);
}

function* appendInThread(builder: BlockBuilder, tx: Transaction, thread: BlockThread): Steps<void> {
  const running = thread.execute(builder, tx);
  try {
    yield running.ended;
  } finally {
    running.stop(); // the block may not be wanted any more
  }
  const { result, changes } = running.take();
  const logs = yield* readLogs(result.logs);
  appendExecuted(builder, tx, { ...result, logs }, changes);
  thread.keep(builder.state);
}
