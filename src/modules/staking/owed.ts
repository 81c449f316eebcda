import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { unbondings, validators } from './records.ts';

/** Wei that the module holds: what is bonded with validators, and what is unbonding, before slashes take of it. */
export function owedWei(state: StateView): bigint {
  let uqor = 0n;
  for (const [, { tokens }] of validators.list(state)) uqor += tokens;
  for (const [, { amount }] of unbondings.list(state)) uqor += amount;
  return uqor * weiPerUqor;
}
