import type { Steps } from '../primitives/steps.ts';
import type { StateDatabase } from '../state/state-database.ts';
import type { Transition } from '../state/transition.ts';
import { Batch } from '../store/batch.ts';
import type { Store } from '../store/types.ts';
import { removeBlocks } from './storage/remove-blocks.ts';
import { writeTotals } from './storage/totals.ts';
import type { ChainReader, RemovedBlock } from './types.ts';

/** Blocks that are removed in one commit, and their bytes, about. */
const removedTogether = { blocks: 32, bytes: 128 * 1024 };

type Dependencies = { readonly store: Store; readonly states: StateDatabase; readonly reader: ChainReader };

/**
 * Removes the newest blocks, as many as one commit takes, with all that belongs to them, but none up to the height
 * `lowest`. Returns what this changes in the state; the reader must be reset then. `onLogs`: as of `removeBlocks`
 */
export function* removeNewest(
  { store, states, reader }: Dependencies,
  lowest: number,
  onLogs: (block: RemovedBlock, bytes: number) => void,
): Steps<Transition> {
  const height = firstOfNewest(reader, lowest);
  const root = reader.header(height)?.stateRoot;
  if (root === undefined) throw new RangeError(`no block ${height} to go back to`);
  const batch = new Batch();
  const removed = yield* removeBlocks(store, reader, batch, height + 1, onLogs);
  writeTotals(batch, { head: height, transactions: reader.transactionTotal() - removed });
  return yield* states.rewindInSteps(height, root, batch);
}

/** The block, of a height at least, after which the newest blocks are few and short enough to be removed together. */
function firstOfNewest(reader: ChainReader, lowest: number): number {
  const head = reader.head();
  let bytes = head.size;
  let height = head.number;
  while (height > lowest && head.number - height < removedTogether.blocks) {
    height--;
    bytes += reader.header(height)?.size ?? 0;
    if (bytes > removedTogether.bytes) break;
  }
  return height;
}
