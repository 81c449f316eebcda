import type { MessagePort } from 'node:worker_threads';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Hash } from '../../primitives/hash.ts';
import { StateUnavailableError } from '../../state/origin-state.ts';
import { createWorldState, type JournaledState } from '../../state/world-state.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { LogBlooms } from '../bloom.ts';
import { blockHashBelow } from '../environment.ts';
import { executeTransaction } from '../execute-transaction.ts';
import type { ChainReader } from '../types.ts';
import { packLogs, type TransactionMessage, type TransactionReply } from './protocol.ts';

type Dependencies = Pick<ExecutionContext, 'engine' | 'natives'> & {
  /** one cell; not zero when the running transaction must end */
  readonly stop: Int32Array;
  /** The chain with this block as its head. Throws when it is not. */
  readonly chainAt: (head: Hash, originReads: number) => ChainReader;
};

/**
 * The program of the block thread: executes the transactions it receives, one after the other, and sends the results.
 */
export function serveTransactions(port: MessagePort, parts: Dependencies): void {
  /** the block under construction so far */
  let block: JournaledState | undefined;
  const blooms = new LogBlooms();
  const shouldStop = () => Atomics.load(parts.stop, 0) !== 0;
  const send = (reply: TransactionReply, transfer: ArrayBuffer[] = []) => port.postMessage(reply, transfer);
  port.on('message', (message: TransactionMessage) => {
    try {
      const chain = parts.chainAt(message.parent, message.originReads);
      if (message.isNewBlock || block === undefined) block = createWorldState(headState(chain));
      block.apply(message.changes);
      const state = createWorldState(block);
      const { number } = message.environment;
      const blockHash = blockHashBelow(number, (height) => chain.hashOf(height));
      const place = { ...parts, environment: { ...message.environment, blockHash }, state, blooms };
      const tx = restoreTransaction(message.raw, message.sender, message.hash);
      const result = executeTransaction(tx, place, { shouldStop });
      const logs = packLogs(result.logs);
      const changes = state.changes();
      send({ type: 'executed', result: { ...result, logs }, changes }, [logs.buffer]);
      block.apply(changes);
    } catch (error) {
      block = undefined;
      send(replyOf(error));
    }
  });
}

function replyOf(error: unknown): TransactionReply {
  if (error instanceof ExecutionStoppedError) return { type: 'stopped' };
  return error instanceof StateUnavailableError ? { type: 'unavailable', read: error.read } : { type: 'failed', error };
}

function headState(chain: ChainReader) {
  const state = chain.stateAt(chain.head().number);
  if (state === undefined) throw new Error('the chain has no state at its head');
  return state;
}
