import { shareOf } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { type Liability, slashes, type Unbonding } from './records.ts';

/** What is left of coins after the slashes of a validator that came since, for what it did before they left it. */
export function afterSlashes(
  state: StateView,
  { operator, amount, started_height, slashes: before }: Liability,
): bigint {
  let left = amount;
  for (const [, { infraction_height, part }] of slashes.list(state, [operator], [operator, before])) {
    if (infraction_height <= started_height) left -= shareOf(left, part);
  }
  return left;
}

/** What is paid of coins that were undelegated: less the slashes of their validator, and of those they came from. */
export function unbondingAfterSlashes(state: StateView, unbonding: Unbonding): bigint {
  let left = afterSlashes(state, unbonding);
  for (const liability of unbonding.redelegated) {
    const lost = liability.amount - afterSlashes(state, liability);
    left -= lost < left ? lost : left;
  }
  return left;
}
