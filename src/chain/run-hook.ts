import { type BlockEnvironment, ExecutionStoppedError, type InnerCall, type Log } from '../kernel/engine.ts';
import { runInnerCall } from '../kernel/inner-call.ts';
import type { ExecutedTransaction, HookContext, Module, ProposerReport } from '../kernel/module.ts';
import { containable } from '../kernel/module-sdk/containable.ts';
import { hookFailed } from '../kernel/module-sdk/hook-failed.ts';
import { settleEntry } from '../kernel/module-sdk/settle-entry.ts';
import type { WorldState } from '../state/types.ts';
import type { ExecutionContext } from './block-builder.ts';
import type { RunLimits } from './execute-transaction.ts';

export type HookName = 'beginBlock' | 'endBlock';

/** The block around which a hook runs, and the state that it changes. */
export type HookPlace = Pick<ExecutionContext, 'engine' | 'natives'> & {
  readonly environment: BlockEnvironment;
  readonly report: ProposerReport;
  readonly state: WorldState;
  /** those of the block; none before the first */
  readonly transactions: readonly ExecutedTransaction[];
};

/**
 * Runs a hook of a module and returns its events. When state or block make it fail, its changes and events are undone,
 * an event of the module says so, and the block continues, on all nodes alike. Throws any other error, and an
 * ExecutionStoppedError when the limits end the code that it runs, with nothing changed.
 */
export function runHook(module: Module, hook: HookName, place: HookPlace, limits: RunLimits = {}): readonly Log[] {
  const { state, transactions } = place;
  const events: Log[] = [];
  const snapshot = state.snapshot();
  try {
    module[hook]?.(Object.assign(hookContext(module, place, limits, events), { transactions }));
    return events;
  } catch (error) {
    state.revert(snapshot);
    const kind = containable(error);
    if (kind === undefined) throw error;
    return [hookFailed(module.address).log({ hook, kind })];
  }
}

function hookContext(
  module: Module,
  { engine: { run }, natives, environment: block, report, state }: HookPlace,
  limits: RunLimits,
  events: Log[],
): HookContext {
  const emit = (log: Log) => void events.push(log);
  const site = { run, block, state, emit, options: { natives, ...limits }, gasPrice: block.baseFee, blobHashes: [] };
  const callEvm = (call: InnerCall) => {
    // many short calls end no slice
    if (limits.shouldStop?.() === true) throw new ExecutionStoppedError('a hook takes long');
    return runInnerCall(site, call);
  };
  const running = { module: module.address, state, events };
  const settle: HookContext['settle'] = (queue, entry, run) => settleEntry(running, queue, entry, run);
  return { state, block, report, emit, callEvm, settle };
}
