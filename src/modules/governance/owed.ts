import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { deposits, standings } from './records.ts';

/** Wei of deposits that can still be reclaimed: those of a vetoed proposal were burned. */
export function owedWei(state: StateView): bigint {
  let uqor = 0n;
  for (const [[id], amount] of deposits.list(state)) if (standings.get(state, id)?.status !== 'vetoed') uqor += amount;
  return uqor * weiPerUqor;
}
