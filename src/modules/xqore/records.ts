import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { flag } from '../../kernel/codec/scalars.ts';
import { laterMember, struct } from '../../kernel/codec/structures.ts';
import { amountIn, blockHeight, scaledAmount, unixTime, uqorAmount, weiSum } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, blockKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { xqoreAddress } from '../addresses.ts';

const { table, single } = recordsOf(xqoreAddress);

/** Rewards are counted in wei per xQORE base unit times this, so that nothing is lost to rounding. */
const scaleBits = 96;
export const indexScale = 2n ** BigInt(scaleBits);

/** xQORE has the decimals of QOR in its native unit. */
const xqoreAmount = amountIn('uxqore');
const scaledWei = scaledAmount('wei', scaleBits);
const rewardIndex = scaledAmount('wei per uxqore', scaleBits);

const position = struct({
  locked: uqorAmount,
  x_balance: xqoreAmount,
  lock_height: blockHeight,
  lock_time: unixTime,
  /** the reward index up to which `accrued` is counted */
  index: rewardIndex,
  accrued: scaledWei,
  /** time at which it begins to have a part in penalties; 0 once it has */
  shares_from: laterMember(unixTime),
});
export type Position = DecodedBy<typeof position>;

const totals = struct({
  locked: uqorAmount,
  x_balance: xqoreAmount,
  /** remainders of divisions, which wait for the next rebase, in wei times `indexScale` */
  waiting: scaledWei,
  /** wei burned from penalties since the last rebase */
  burned: weiSum,
  /** penalties since genesis */
  index: rewardIndex,
  /** xQORE base units of positions that have no part in penalties yet */
  not_sharing: laterMember(xqoreAmount),
});

const rebase = struct({
  burned: weiSum,
  redistributed: weiSum,
  /** xQORE base units that shared it */
  x_supply: xqoreAmount,
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
  not_sharing: 0n,
});
export const sharedRecord = single(
  4,
  'shared',
  'Penalties that holders got since the last rebase, in wei.',
  weiSum,
  0n,
);
export const rebases = table(3, 'rebase', 'Rebases that paid something.', [blockKey('height', 'block height')], rebase);

export const voteHolds = table(
  5,
  'vote_hold',
  'Until when the xQORE of an account are counted in a vote and cannot be unlocked.',
  [accountKey('owner', 'account that voted')],
  unixTime,
);

export const newcomers = table(
  6,
  'newcomer',
  'Positions that have no part in penalties yet, by the time at which they get one.',
  [numberKey('time', 'seconds since 1970'), accountKey('owner', 'account that locked')],
  flag,
);
