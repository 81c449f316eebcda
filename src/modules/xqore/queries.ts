import { measured, objectOf, text } from '../../kernel/module-sdk/figures.ts';
import { accountParam, moduleDisabled, notFound, query } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { formatTime } from '../../primitives/time.ts';
import { weiToUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { accruedWei, penaltyRate, settledPosition } from './holding.ts';
import { xqoreParams } from './params.ts';
import { totalsRecord } from './records.ts';

export const xqoreQueries = [
  query(
    'qor_getXQOREPosition',
    'What an account has locked as xQORE, and what leaving now would cost.',
    [accountParam('address', 'the account')],
    objectOf({
      locked_amount: measured(text, 'locked QOR in uqor'),
      xqore_balance: measured(text, 'xQORE held, 6 decimals'),
      lock_timestamp: measured(text, 'RFC 3339 time of the last lock'),
      current_penalty_rate: measured(text, 'fraction lost when unlocked now'),
      accrued_rebase: measured(text, 'penalties collected so far, in uqor'),
    }),
    ({ state, block }, owner) => {
      if (!xqoreParams.get(state).enabled) throw moduleDisabled('xqore');
      const position = settledPosition(state, owner);
      if (position === undefined) throw notFound(`${toBech32(owner)} has no xQORE position`);
      return {
        locked_amount: position.locked.toString(),
        xqore_balance: position.x_balance.toString(),
        lock_timestamp: formatTime(position.lock_time),
        current_penalty_rate: formatDecimal(penaltyRate(state, position, block), 2),
        accrued_rebase: weiToUqor(accruedWei(position)).toString(),
      };
    },
  ),
];

export const xqoreTotalsSchema = objectOf({
  total_locked: measured(text, 'uqor'),
  total_xqore: measured(text, 'xQORE in existence, 6 decimals'),
});

/** Sums over all positions. */
export function xqoreTotals(state: StateView) {
  const { locked, x_balance } = totalsRecord.get(state);
  return { total_locked: locked.toString(), total_xqore: x_balance.toString() };
}
