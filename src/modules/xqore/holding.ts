import { CodecError } from '../../kernel/codec/codec.ts';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { type Decimal, zero } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { xqoreParams } from './params.ts';
import { indexScale, type Position, positions, totalsRecord } from './records.ts';

/** A position with all its rewards up to now settled. */
export function settledPosition(state: StateView, owner: Address): Position | undefined {
  const position = positions.get(state, owner);
  if (position === undefined) return undefined;
  const { index } = totalsRecord.get(state);
  return { ...position, accrued: position.accrued + position.x_balance * (index - position.index), index };
}

/**
 * Recounts all positions of a genesis: unlocking takes from the sums, which would otherwise have to be right. Throws a
 * CodecError when a position has shared penalties that there were not: it could never leave.
 */
export function sumPositions(state: WorldState): void {
  const before = totalsRecord.get(state);
  const sums = { locked: 0n, x_balance: 0n };
  for (const [[owner], { locked, x_balance, index }] of positions.list(state)) {
    if (index > before.index)
      throw new CodecError(`must be at most that of totals, ${before.index}`, `position.${toBech32(owner)}.index`);
    sums.locked += locked;
    sums.x_balance += x_balance;
  }
  if (sums.locked !== before.locked || sums.x_balance !== before.x_balance)
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
