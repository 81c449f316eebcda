import type { BlockEnvironment } from '../kernel/engine.ts';
import { appendAll } from '../primitives/append-all.ts';
import { runToEnd } from '../primitives/steps.ts';
import type { JournaledState } from '../state/world-state.ts';
import { createWorldState } from '../state/world-state.ts';
import { createBlockBuilder, type ExecutionContext } from './block-builder.ts';
import type { RunLimits } from './execute-transaction.ts';
import { runBeginHooks, runEndHooks } from './hooks.ts';
import { decodeReport } from './proposer-report-codec.ts';
import type { Block, ChainReader, Receipt } from './types.ts';

/** A committed block before its first transaction. Changes of the state are not committed. */
export type ReplayedBlock = {
  readonly block: Block;
  readonly environment: BlockEnvironment;
  readonly state: JournaledState;
};

/**
 * Replays a block up to its first transaction; undefined for a height without a block, and for the first, which has
 * none.
 */
export function replayBlock(chain: ChainReader, context: ExecutionContext, height: number): ReplayedBlock | undefined {
  const block = chain.block(height);
  const environment = chain.states.environmentIn(height);
  const before = chain.states.at(height - 1);
  if (block === undefined || environment === undefined || before === undefined) return undefined;
  const state = createWorldState(before);
  runToEnd(runBeginHooks(createBlockBuilder(context, environment, decodeReport(block.header), state)));
  return { block, environment, state };
}

/**
 * The state after a replayed block, all of whose transactions were executed on `state`: an overlay with what the end
 * hooks changed, without those that the limits have stopped.
 */
export function replayEndHooks(
  context: ExecutionContext,
  { block, environment, state }: ReplayedBlock,
  receipts: readonly Receipt[],
  limits: RunLimits,
): JournaledState {
  const after = createWorldState(state);
  const builder = createBlockBuilder(context, environment, decodeReport(block.header), after, { limits: () => limits });
  appendAll(builder.transactions, block.transactions);
  appendAll(builder.receipts, receipts);
  runToEnd(runEndHooks(builder));
  return after;
}
