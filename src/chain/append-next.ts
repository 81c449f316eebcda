import { ExecutionStoppedError } from '../kernel/engine.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { appendExecuted, appendTransactions, type BlockBuilder } from './block-builder.ts';
import type { BlockThread } from './block-thread/block-thread.ts';
import { readLogs } from './block-thread/protocol.ts';
import type { BuildSteps } from './build-step.ts';

/** Most transactions that are executed in one step, and the gas that they may use in it unless it is only one. */
export const maxTogether = 32;
export const maxGasTogether = 4_000_000n;

/** The transactions from `start` on that may be executed in one step. */
export function nextTogether(txs: readonly Transaction[], start: number): readonly Transaction[] {
  let gas = 0n;
  let end = start;
  for (const last = Math.min(start + maxTogether, txs.length); end < last; end++) {
    gas += txs[end]?.gasLimit ?? 0n;
    if (gas > maxGasTogether && end > start) break;
  }
  return txs.slice(start, end);
}

/**
 * Executes the first of the next transactions, and perhaps some after it: on this thread, or again in the block thread
 * when it takes long. The results are equal. Returns how many. Throws like `appendTransactions`, an
 * ExecutionStoppedError when the first takes long and there is no block thread, and a BlockThreadError; nothing has
 * changed then.
 */
export function* appendNext(builder: BlockBuilder, next: readonly Transaction[]): BuildSteps<number> {
  const { long } = builder;
  try {
    return appendTransactions(builder, next, long?.limits());
  } catch (error) {
    if (!(error instanceof ExecutionStoppedError) || long?.thread === undefined) throw error;
  }
  yield* appendInThread(builder, next[0] as Transaction, long.thread);
  return 1;
}

function* appendInThread(builder: BlockBuilder, tx: Transaction, thread: BlockThread): BuildSteps<void> {
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
