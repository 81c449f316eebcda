import type { BlockEnvironment } from '../kernel/engine.ts';
import type { JournaledState } from '../state/world-state.ts';
import { createWorldState } from '../state/world-state.ts';
import type { Block, ChainReader } from './contract.ts';
import { createDraft, type Machine } from './draft.ts';
import { runBeginHooks } from './hooks.ts';
import { decodeReport } from './report-codec.ts';

/** A committed block as it stood before its first transaction. What is done to the state stays here. */
export type Replay = { readonly block: Block; readonly environment: BlockEnvironment; readonly state: JournaledState };

/** Begins a block anew; undefined for a height without block, and for the first, which executed nothing. */
export function replayBlock(chain: ChainReader, machine: Machine, height: number): Replay | undefined {
  const block = chain.block(height);
  const environment = chain.environmentAt(height);
  const before = height > 0 ? chain.stateAt(height - 1) : undefined;
  if (block === undefined || environment === undefined || before === undefined) return undefined;
  const state = createWorldState(before);
  runBeginHooks(createDraft(machine, environment, decodeReport(block.header), state));
  return { block, environment, state };
}
