import { CodecError } from '../../kernel/codec/codec.ts';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { type Decimal, zero } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { xqoreParams } from './params.ts';
import { indexScale, newcomers, type Position, positions, totalsRecord } from './records.ts';

/** xQORE of a position that has a part in penalties. */
export function sharingBalance({ x_balance, shares_from }: Position): bigint {
  return shares_from === 0 ? x_balance : 0n;
}

/** xQORE of all positions that have a part in penalties. */
export function sharingTotal(state: StateView): bigint {
  const { x_balance, not_sharing } = totalsRecord.get(state);
  return x_balance - not_sharing;
}

/** A position with all its rewards up to now settled. */
export function settledPosition(state: StateView, owner: Address): Position | undefined {
  const position = positions.get(state, owner);
  if (position === undefined) return undefined;
  const { index } = totalsRecord.get(state);
  return { ...position, accrued: position.accrued + sharingBalance(position) * (index - position.index), index };
}

/**
 * Recounts all positions of a genesis, and lists those that have no part in penalties yet: unlocking takes from the sums,
 * which would otherwise have to be right. Throws a
 * CodecError when a position has shared penalties that there were not: it could never leave.
 */
export function sumPositions(state: WorldState): void {
  const before = totalsRecord.get(state);
  const sums = { locked: 0n, x_balance: 0n, not_sharing: 0n };
  for (const [[owner], position] of positions.list(state)) {
    const { locked, x_balance, index, shares_from } = position;
    if (index > before.index)
      throw new CodecError(`must be at most that of totals, ${before.index}`, `position.${toBech32(owner)}.index`);
    sums.locked += locked;
    sums.x_balance += x_balance;
    sums.not_sharing += x_balance - sharingBalance(position);
    if (shares_from > 0) newcomers.set(state, true, shares_from, owner);
  }
  const { locked, x_balance, not_sharing } = before;
  if (sums.locked !== locked || sums.x_balance !== x_balance || sums.not_sharing !== not_sharing)
    totalsRecord.set(state, { ...before, ...sums });
}

/** Whole wei of a position's collected penalties. */
export function accruedWei({ accrued }: Position): bigint {
  return accrued / indexScale;
}

/** Part of an unlocked amount that is the penalty now, by the time since the lock. */
export function penaltyRate(state: StateView, { lock_time }: Position, { timestamp }: BlockEnvironment): Decimal {
  const held = Number(timestamp) - lock_time;
  const { penalties } = xqoreParams.get(state);
  const reached = penalties.filter(({ held_seconds }) => held_seconds <= held);
  return (reached[reached.length - 1] ?? penalties[0])?.rate ?? zero;
}
