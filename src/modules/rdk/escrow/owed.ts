import { weiPerUqor } from '../../../primitives/units.ts';
import type { StateView } from '../../../state/types.ts';
import { challenges, progresses, rollups } from '../records.ts';

/** Wei that the module holds: stakes of rollups, what was deposited to them, bonds of open challenges. */
export function owedWei(state: StateView): bigint {
  let uqor = 0n;
  for (const [, { held_stake }] of rollups.list(state)) uqor += held_stake;
  for (const [, { escrow }] of progresses.list(state)) uqor += escrow;
  for (const [, { bond }] of challenges.list(state)) uqor += bond;
  return uqor * weiPerUqor;
}
