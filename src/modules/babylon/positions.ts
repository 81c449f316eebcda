import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { hashText } from './bitcoin.ts';
import {
  type Position,
  positions,
  positionsByStaker,
  stakesByWitnesses,
  totalsRecord,
  unbondings,
  validatorStakes,
  witnesses,
} from './records.ts';

/** Keys fall as ids rise, so that the newest position comes first. */
const rankOf = (id: number) => Number.MAX_SAFE_INTEGER - id;
const withdrawnPart = ({ status }: Position) => (status === 'withdrawn' ? 1 : 0);

/** Writes a position and updates the records derived from it. */
export function setPosition(state: WorldState, id: number, next: Position): void {
  const present = positions.get(state, id);
  if (present !== undefined) removeFromIndexes(state, id, present);
  positions.set(state, next, id);
  addToIndexes(state, id, next);
}

/** The position shown for a staker: the newest that is not withdrawn, else the newest of all. */
export function positionOfStaker(state: StateView, staker: Address): { id: number; position: Position } | undefined {
  for (const [, id] of positionsByStaker.list(state, [staker])) {
    const position = positions.get(state, id);
    return position && { id, position };
  }
  return undefined;
}

/** Writes the records derived from a position: indexes, due heights, sums. */
export function addToIndexes(state: WorldState, id: number, position: Position): void {
  const { staker, status, unbonding_height } = position;
  positionsByStaker.set(state, id, staker, withdrawnPart(position), rankOf(id));
  if (status === 'unbonding') unbondings.set(state, true, unbonding_height, id);
  if (status === 'active') countStake(state, position, 1);
  if (status !== 'withdrawn') countWitnessed(state, position, 1);
}

function removeFromIndexes(state: WorldState, id: number, position: Position): void {
  const { staker, status, unbonding_height } = position;
  positionsByStaker.remove(state, staker, withdrawnPart(position), rankOf(id));
  if (status === 'unbonding') unbondings.remove(state, unbonding_height, id);
  if (status === 'active') countStake(state, position, -1);
  if (status !== 'withdrawn') countWitnessed(state, position, -1);
}

/** Satoshis of positions that are not withdrawn and that fewer attesters have seen. */
export function stakeSeenByFewer(state: StateView, attesters: number): number {
  let satoshis = 0;
  for (const [[seenBy], sum] of stakesByWitnesses.list(state)) if (seenBy < attesters) satoshis += sum;
  return satoshis;
}

function countWitnessed(state: WorldState, { btc_tx_hash, amount_satoshis }: Position, sign: 1 | -1): void {
  const seenBy = witnesses.get(state, hashText(btc_tx_hash))?.length ?? 1;
  const sum = (stakesByWitnesses.get(state, seenBy) ?? 0) + sign * amount_satoshis;
  if (sum === 0) stakesByWitnesses.remove(state, seenBy);
  else stakesByWitnesses.set(state, sum, seenBy);
}

function countStake(state: WorldState, { validator, amount_satoshis }: Position, sign: 1 | -1): void {
  const stake = validatorStakes.get(state, validator) ?? { active_positions: 0, total_staked: 0 };
  const active_positions = stake.active_positions + sign;
  if (active_positions === 0) validatorStakes.remove(state, validator);
  else {
    const total_staked = stake.total_staked + sign * amount_satoshis;
    validatorStakes.set(state, { active_positions, total_staked }, validator);
  }
  const totals = totalsRecord.get(state);
  const isFirstOrLast = stake.active_positions === 0 || active_positions === 0;
  totalsRecord.set(state, {
    ...totals,
    total_staked: totals.total_staked + sign * amount_satoshis,
    active_positions: totals.active_positions + sign,
    validator_count: totals.validator_count + (isFirstOrLast ? sign : 0),
  });
}
