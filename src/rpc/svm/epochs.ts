import { inflationParams } from '../../modules/inflation/params.ts';
import type { StateView } from '../../state/types.ts';

/** Blocks of one epoch: those after which the emission of new coins happens. */
export function slotsPerEpoch(state: StateView): number {
  return inflationParams.get(state).epoch_length;
}
