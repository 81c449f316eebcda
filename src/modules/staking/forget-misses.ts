import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import { missRows } from './records.ts';

/** Removes all misses of a validator; returns what changes in it when its window restarts at `height`. */
export function forgetMisses(state: WorldState, operator: Address, height: number) {
  for (const [[, row]] of [...missRows.list(state, [operator])]) missRows.remove(state, operator, row);
  return { missed_blocks: 0, missed_from: 0, window_start: height };
}
