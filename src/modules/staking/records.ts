import { bounded } from '../../kernel/codec/bounded.ts';
import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, amount, blob, count, flag, text } from '../../kernel/codec/scalars.ts';
import { list, struct, withFallback } from '../../kernel/codec/structures.ts';
import { blockHeight, dueHeight, uqorAmount } from '../../kernel/codec/units.ts';
import { part } from '../../kernel/module-sdk/param-bounds.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { stakingAddress } from '../addresses.ts';

const { table, single } = recordsOf(stakingAddress);

export const uqorPerQor = 1_000_000n;
/** The rank of a validator counts down by the QOR that are bonded with it. */
const mostTokens = BigInt(Number.MAX_SAFE_INTEGER) * uqorPerQor;

const validator = struct({
  /** address of the key it signs blocks with */
  consensus: account,
  moniker: text,
  /** uqor bonded with it */
  tokens: bounded(uqorAmount, { unit: 'uqor', least: 0n, most: mostTokens, reason: 'its rank can be stored' }),
  /** shares its delegators hold; after a slash a share is worth less */
  shares: amount,
  commission: part(),
  is_active: flag,
  jailed: flag,
  /** height from which a jailed validator may be unjailed */
  jailed_until: dueHeight,
  created_height: blockHeight,
  slashes: count,
  /** signatures missed among the newest `signed_blocks_window` blocks, as of the last miss */
  missed_blocks: count,
  /** the block at position 0 of the misses; the count begins with position `missed_from` */
  window_start: blockHeight,
  missed_from: withFallback(count, 0),
  /** signs no blocks now, and the newest one that it signed: 0 for none; set when it misses one or leaves the set */
  is_silent: withFallback(flag, true),
  last_signed: withFallback(blockHeight, 0),
  /**
   * the key itself, 32 or 33 bytes; empty in a genesis without keys, whose validators sign only on a node without peers
   */
  public_key: withFallback(blob, emptyBytes),
  /** id of the node that runs it, as its operator states it; zero for none */
  node: withFallback(account, zeroAddress),
  /** signed twice: never returns */
  tombstoned: withFallback(flag, false),
});
export type Validator = DecodedBy<typeof validator>;

const operator = accountKey('operator', 'account that operates the validator');
const delegator = accountKey('delegator', 'account that delegated');

export const validators = table(1, 'validator', 'Validators.', [operator], validator);
export const operatorsByConsensus = table(
  2,
  'operator_by_consensus',
  'Operators by the key their validator signs with.',
  [accountKey('consensus', 'address of the signing key')],
  account,
);
export const delegations = table(3, 'delegation', 'Shares of delegators.', [delegator, operator], amount);
/** Coins that left a validator and may still be slashed with it: for what it did up to `started_height`. */
const liability = struct({
  operator: account,
  /** the amount before later slashes */
  amount,
  started_height: blockHeight,
  /** how often the validator had been slashed before */
  slashes: count,
});
export type Liability = DecodedBy<typeof liability>;
const unbonding = struct({
  delegator: account,
  operator: account,
  /** the amount before later slashes */
  amount: uqorAmount,
  started_height: withFallback(blockHeight, 0),
  /** how often its validator had been slashed before */
  slashes: withFallback(count, 0),
  /** what of it was redelegated before, and is also slashed with the validators that it came from */
  redelegated: withFallback(list(liability), []),
});
export type Unbonding = DecodedBy<typeof unbonding>;
export const unbondings = table(
  4,
  'unbonding',
  'Unbonding coins, by the time they are paid.',
  [numberKey('time', 'seconds since 1970'), numberKey('id', 'running number')],
  unbonding,
);
/** Ordered from the most tokens down: the first key part falls as tokens rise. */
export const operatorsByRank = table(
  5,
  'ranking',
  'Validators that may sign, from the most stake down.',
  [numberKey('rank', '2^53-1 less the bonded QOR', Number.MAX_SAFE_INTEGER), operator],
  flag,
);
/** Blocks that have a bit in one row: a window has many rows at most, and a miss changes few bytes. */
export const missesPerRow = 4_096;
export const missRows = table(
  14,
  'missed',
  `Bits of the blocks that a validator did not sign, ${missesPerRow} to a row, the lowest first.`,
  [operator, numberKey('row', 'position of the first block, counted from window_start, by the blocks of a row')],
  blob,
);
export const activeSetRecord = single(6, 'active_set', 'Operators whose validators sign blocks.', list(account), []);
/** Empty while no validator has a public key. */
export const consensusSetRecord = single(
  8,
  'consensus_set',
  'Keys that sign blocks, from the second block on, and their voting power.',
  list(struct({ public_key: blob, power: count })),
  [],
);
/** Coins that were bonded at the infraction and are unbonding at the slash lose the same part when they are paid. */
export const slashes = table(
  9,
  'slash',
  'What part of its stake each slash took from a validator.',
  [operator, numberKey('number', 'slashes of the validator before it')],
  struct({ infraction_height: blockHeight, part: part() }),
);
const totals = struct({
  bonded: uqorAmount,
  next_unbonding: count,
  set_changed: flag,
  slashes: count,
  jailed: count,
  /** most validators when the active set was last renewed */
  set_size: withFallback(count, 0),
  next_redelegation: withFallback(count, 1),
});
export const totalsRecord = single(7, 'totals', 'uqor bonded with the active set, and counters.', totals, {
  bonded: 0n,
  next_unbonding: 1,
  set_changed: false,
  slashes: 0,
  jailed: 0,
  set_size: 0,
  next_redelegation: 1,
});
