import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { amount, count } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { intervalsOf } from '../../kernel/module-sdk/intervals.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { xqoreAddress } from '../addresses.ts';

const { table, single } = recordsOf(xqoreAddress);

/** Rewards are counted in wei per xQORE base unit times this, so that nothing is lost to rounding. */
export const indexScale = 2n ** 96n;

const position = struct({
  /** uqor */
  locked: amount,
  /** xQORE base units (6 decimals) */
  x_balance: amount,
  lock_height: count,
  /** seconds since 1970 */
  lock_time: count,
  /** the reward index up to which `accrued` is counted */
  index: amount,
  /** wei times `indexScale` */
  accrued: amount,
});
export type Position = DecodedBy<typeof position>;

const totals = struct({
  /** uqor */
  locked: amount,
  x_balance: amount,
  /** remainders of divisions, which wait for the next rebase, in wei times `indexScale` */
  waiting: amount,
  /** wei burned from penalties since the last rebase */
  burned: amount,
  /** wei of penalties per xQORE base unit since genesis, times `indexScale` */
  index: amount,
});

const rebase = struct({
  /** wei */
  burned: amount,
  /** wei */
  redistributed: amount,
  /** xQORE base units that shared it */
  x_supply: amount,
});

export const positions = table(
  1,
  'position',
  'What an account has locked.',
  [accountKey('owner', 'account that locked')],
  position,
);
export const totalsRecord = single(2, 'totals', 'Sums over all positions, and penalties on their way.', totals, {
  locked: 0n,
  x_balance: 0n,
  waiting: 0n,
  burned: 0n,
  index: 0n,
});
export const sharedRecord = single(
  4,
  'shared',
  'Penalties that holders got since the last rebase, in wei.',
  amount,
  0n,
);
export const rebases = table(
  3,
  'rebase',
  'Rebases that paid something.',
  [numberKey('height', 'block height')],
  rebase,
);

export const intervals = intervalsOf(xqoreAddress);
