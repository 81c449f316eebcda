import type { Address } from '../../primitives/address.ts';
import { decimal, multiply, one, truncate } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { xqoreParams } from './params.ts';
import { positions, totalsRecord, voteHolds } from './records.ts';

/** When a vote takes place, in seconds since 1970: what is locked after it began has no part in it. */
type Vote = { readonly began: number; readonly now: number };

/**
 * uqor of stake that the xQORE of an account count in a vote: each `governance_multiplier` times, and times the
 * multiplier of the time for which it is locked already.
 */
export function votesOf(state: StateView, account: Address, { began, now }: Vote): bigint {
  const position = positions.get(state, account);
  if (position === undefined || position.lock_time >= began) return 0n;
  const { governance_multiplier, lock_multipliers } = xqoreParams.get(state);
  const held = now - position.lock_time;
  const { multiplier = one } = lock_multipliers.findLast(({ held_seconds }) => held_seconds <= held) ?? {};
  return truncate(multiply(multiply(decimal(position.x_balance), governance_multiplier), multiplier));
}

/** uqor of stake that all xQORE count at least: what a quorum is measured by. */
export function votesOfAll(state: StateView): bigint {
  return truncate(multiply(decimal(totalsRecord.get(state).x_balance), xqoreParams.get(state).governance_multiplier));
}

/** Keeps what has voted locked until the vote is over, so that the same coins do not vote again elsewhere. */
export function holdForVote(state: WorldState, account: Address, until: number): void {
  const before = voteHolds.get(state, account) ?? 0;
  if (until > before) voteHolds.set(state, until, account);
}
