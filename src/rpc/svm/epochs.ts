import { epochLength } from '../../modules/readers.ts';
import type { StateView } from '../../state/types.ts';

/** Blocks of one epoch: those after which the emission of new coins happens. */
export function slotsPerEpoch(state: StateView): number {
  return epochLength(state);
}
