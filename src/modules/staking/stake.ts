import type { Address } from '../../primitives/address.ts';
import { ArithmeticError } from '../../primitives/arithmetic-error.ts';
import type { Decimal } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { delegations, operatorsByRank, totalsRecord, uqorPerQor, type Validator, validators } from './records.ts';

/** The rewards of a validator and of a delegation: settled before their stake changes. */
export type RewardSettlement = {
  settleValidator(state: WorldState, operator: Address, stake: Stake): unknown;
  settleDelegation(state: WorldState, delegator: Address, operator: Address, shares: bigint, stake: Stake): void;
};
export type Stake = {
  readonly tokens: bigint;
  readonly shares: bigint;
  readonly commission: Decimal;
  readonly isActive: boolean;
};

/** Shares that one uqor buys from a validator that was never slashed. */
export const sharesPerUqor = 1_000_000n;

/** The stake by which a validator earns rewards. */
export function stakeOf({ tokens, shares, commission, is_active }: Validator): Stake {
  return { tokens, shares, commission, isActive: is_active };
}

/** Shares that a delegator holds of a validator; 0 without a delegation. */
export function sharesOf(state: StateView, delegator: Address, operator: Address): bigint {
  return delegations.get(state, delegator, operator) ?? 0n;
}

/** Shares that an amount buys. */
export function sharesFor({ tokens, shares }: Validator, uqor: bigint): bigint {
  return shares === 0n || tokens === 0n ? uqor * sharesPerUqor : (uqor * shares) / tokens;
}

/** Value of shares in uqor, rounded down. */
export function uqorOfShares({ tokens, shares }: Validator, owned: bigint): bigint {
  return shares === 0n ? 0n : (owned * tokens) / shares;
}

/** Shares that must be given back for an amount, rounded up. */
export function sharesToRelease({ tokens, shares }: Validator, uqor: bigint): bigint {
  return tokens === 0n ? 0n : (uqor * shares + tokens - 1n) / tokens;
}

/** Adds coins and shares to (or takes them from) a delegation and its validator, after settling what both earned. */
export function changeStake(
  state: WorldState,
  rewards: RewardSettlement,
  delegator: Address,
  operator: Address,
  change: { readonly tokens: bigint; readonly shares: bigint },
): void {
  const validator = validators.get(state, operator);
  if (validator === undefined) throw new ArithmeticError(`${operator} operates no validator`);
  const owned = sharesOf(state, delegator, operator);
  rewards.settleDelegation(state, delegator, operator, owned, stakeOf(validator));
  const left = owned + change.shares;
  if (left === 0n) delegations.remove(state, delegator, operator);
  else delegations.set(state, left, delegator, operator);
  const shares = validator.shares + change.shares;
  updateValidator(state, operator, validator, { tokens: validator.tokens + change.tokens, shares });
}

/** Writes a changed validator and updates ranking and totals. Its rewards must be settled before. */
export function updateValidator(
  state: WorldState,
  operator: Address,
  before: Validator,
  changes: Partial<Validator>,
): void {
  const after = { ...before, ...changes };
  validators.set(state, after, operator);
  if (isRanked(before)) operatorsByRank.remove(state, rankOf(before), operator);
  if (isRanked(after)) operatorsByRank.set(state, true, rankOf(after), operator);
  const totals = totalsRecord.get(state);
  const bonded = totals.bonded + activeTokens(after) - activeTokens(before);
  const set_changed = totals.set_changed || isRanked(before) !== isRanked(after) || rankOf(before) !== rankOf(after);
  totalsRecord.set(state, { ...totals, bonded, set_changed });
}

/** Whether it may be part of the active set: not jailed, and with a stake of at least one QOR. */
export function isRanked({ jailed, tokens }: Validator): boolean {
  return !jailed && tokens >= uqorPerQor;
}

/** Its voting power in consensus: its stake in whole QOR, at least 1. */
export function votingPower({ tokens }: Validator): number {
  return Math.max(1, Number(tokens / uqorPerQor));
}

/** Sort key of the ranking: falls as tokens rise, so that the most tokens come first. */
export function rankOf({ tokens }: Validator): number {
  return Number.MAX_SAFE_INTEGER - Number(tokens / uqorPerQor);
}

function activeTokens({ is_active, tokens }: Validator): bigint {
  return is_active ? tokens : 0n;
}
