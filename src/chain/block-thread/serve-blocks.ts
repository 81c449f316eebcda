import type { MessagePort } from 'node:worker_threads';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Hash } from '../../primitives/hash.ts';
import { serveRequests } from '../../scheduling/serve-requests.ts';
import { StateUnavailableError } from '../../state/origin-state.ts';
import { createWorldState, type JournaledState } from '../../state/world-state.ts';
import type { ExecutionContext } from '../block-builder.ts';
import { LogBlooms } from '../bloom.ts';
import { blockHashBelow } from '../environment.ts';
import { executeTransaction } from '../execute-transaction.ts';
import { type HookPlace, runHook } from '../run-hook.ts';
import type { ChainReader } from '../types.ts';
import {
  type ExecutedWork,
  type HookWork,
  type PackedEvents,
  type PackedResult,
  packLogs,
  type TransactionWork,
  type WorkMessage,
  type WorkReply,
} from './protocol.ts';

type Dependencies = Pick<ExecutionContext, 'engine' | 'natives' | 'modules'> & {
  /** one cell: whether the work that runs must end */
  readonly stop: Int32Array;
  /** The chain with this block as its head. Throws when it is not. */
  readonly chainAt: (head: Hash, originReads: number) => ChainReader;
};

/** The state of the block so far, and what code reads of the block. */
type Place = Pick<HookPlace, 'environment' | 'state'>;

/**
 * The program of the block thread: executes the transactions and hooks it receives, one after the other, and sends the
 * results.
 */
export function serveBlocks(port: MessagePort, parts: Dependencies): void {
  /** the block under construction so far */
  let block: JournaledState | undefined;
  const blooms = new LogBlooms();
  const limits = { shouldStop: () => Atomics.load(parts.stop, 0) !== 0 };

  const execute = ({ raw, sender, hash }: TransactionWork, place: Place): PackedResult => {
    const tx = restoreTransaction(raw, sender, hash);
    const result = executeTransaction(tx, { ...parts, ...place, blooms }, limits);
    return { ...result, logs: packLogs(result.logs) };
  };

  const run = ({ module: address, hook, report, transactions }: HookWork, place: Place): PackedEvents => {
    const module = parts.modules.find((each) => each.address === address);
    if (module === undefined) throw new Error(`no module at ${address}`);
    return { events: packLogs(runHook(module, hook, { ...parts, ...place, report, transactions }, limits)) };
  };

  const executed = ({ work, ...message }: WorkMessage): ExecutedWork<PackedResult | PackedEvents> => {
    const chain = parts.chainAt(message.parent, message.originReads);
    if (message.isNewBlock) block = createWorldState(headState(chain));
    if (block === undefined) throw new Error('the block thread has not been sent the block so far');
    block.apply(message.changes);
    const state = createWorldState(block);
    const { number } = message.environment;
    const blockHash = blockHashBelow(number, (height) => chain.hashOf(height));
    const place = { environment: { ...message.environment, blockHash }, state };
    const result = work.type === 'hook' ? run(work, place) : execute(work, place);
    return { result, changes: state.changes() };
  };

  serveRequests<WorkMessage, WorkReply<PackedResult | PackedEvents>>(port, (message, reply) => {
    let done: ExecutedWork<PackedResult | PackedEvents>;
    try {
      done = executed(message);
    } catch (error) {
      block = undefined;
      reply.end(replyOf(error));
      return;
    }
    const { buffer } = 'events' in done.result ? done.result.events : done.result.logs;
    reply.end({ type: 'executed', ...done }, [buffer]); // an error here or below ends the thread: there is one at most
    block?.apply(done.changes);
  });
}

function replyOf(error: unknown): WorkReply<never> {
  if (error instanceof ExecutionStoppedError) return { type: 'stopped' };
  return error instanceof StateUnavailableError ? { type: 'unavailable', read: error.read } : { type: 'failed', error };
}

function headState(chain: ChainReader) {
  const state = chain.states.at(chain.head().number);
  if (state === undefined) throw new Error('the chain has no state at its head');
  return state;
}
