import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, amount, count } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { stakingAddress } from '../addresses.ts';

const { table } = recordsOf(stakingAddress);

const redelegation = struct({
  delegator: account,
  /** operator of the validator that the coins are with now */
  to: account,
  /** shares of that validator, less what was slashed or undelegated since */
  shares: amount,
  /** seconds since 1970 from which it is no longer slashed */
  completion: count,
  started_height: blockHeight,
  /** how many slashes of the validator that was left are accounted for */
  slashes: count,
});
export type Redelegation = DecodedBy<typeof redelegation>;

const from = accountKey('from', 'operator of the validator that was left');
const id = numberKey('id', 'running number');

export const redelegations = table(
  10,
  'redelegation',
  'Coins that moved to another validator less than the unbonding time ago: slashed for what the one they left did before.',
  [from, id],
  redelegation,
);
export const redelegationsByTime = table(
  11,
  'redelegation_by_time',
  'The validators that redelegations left, by the time from which they are no longer slashed.',
  [numberKey('time', 'seconds since 1970'), id],
  account,
);
export const redelegationsInto = table(
  12,
  'redelegation_into',
  'The validators that redelegations left, by the one the coins are with now.',
  [accountKey('delegator', 'account that delegated'), accountKey('operator', 'operator of the new validator'), id],
  account,
);
export const redelegationsToSlash = table(
  13,
  'redelegation_to_slash',
  'Validators whose last slash has not yet reached all redelegations, and the first that it has not.',
  [from],
  count,
);
