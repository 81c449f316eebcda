import type { BlockEnvironment } from '../kernel/engine.ts';
import type { JournaledState } from '../state/world-state.ts';
import { createWorldState } from '../state/world-state.ts';
import { createBlockBuilder, type ExecutionContext } from './block-builder.ts';
import { runBeginHooks } from './hooks.ts';
import { decodeReport } from './proposer-report-codec.ts';
import type { Block, ChainReader } from './types.ts';

/** A committed block as it stood before its first transaction. What is done to the state stays here. */
export type ReplayedBlock = {
  readonly block: Block;
  readonly environment: BlockEnvironment;
  readonly state: JournaledState;
};

/** Begins a block anew; undefined for a height without block, and for the first, which executed nothing. */
export function replayBlock(chain: ChainReader, machine: ExecutionContext, height: number): ReplayedBlock | undefined {
  const block = chain.block(height);
  const environment = chain.environmentAt(height);
  const before = height > 0 ? chain.stateAt(height - 1) : undefined;
  if (block === undefined || environment === undefined || before === undefined) return undefined;
  const state = createWorldState(before);
  runBeginHooks(createBlockBuilder(machine, environment, decodeReport(block.header), state));
  return { block, environment, state };
}
