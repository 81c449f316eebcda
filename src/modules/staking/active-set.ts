import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import { stakingParams } from './params.ts';
import { activeSet, ranking, totalsRecord, validators } from './records.ts';
import { type RewardSettlement, stakeOf, updateValidator } from './stake.ts';

/** After stakes have moved: the first of the ranking sign from the next block on. */
export function renewActiveSet(state: WorldState, rewards: RewardSettlement): void {
  if (!totalsRecord.get(state).set_changed) return;
  const before = new Set(activeSet.get(state));
  const chosen = firstOfRanking(state);
  for (const operator of before) if (!chosen.includes(operator)) setActive(state, rewards, operator, false);
  for (const operator of chosen) if (!before.has(operator)) setActive(state, rewards, operator, true);
  activeSet.set(state, chosen);
  totalsRecord.set(state, { ...totalsRecord.get(state), set_changed: false });
}

function firstOfRanking(state: WorldState): readonly Address[] {
  const chosen: Address[] = [];
  const { max_validators } = stakingParams.get(state);
  for (const [[, operator]] of ranking.list(state)) {
    if (chosen.length === max_validators) break;
    chosen.push(operator);
  }
  return chosen;
}

function setActive(state: WorldState, rewards: RewardSettlement, operator: Address, is_active: boolean): void {
  const validator = validators.get(state, operator);
  if (validator === undefined) return;
  rewards.settleValidator(state, operator, stakeOf(validator));
  updateValidator(state, operator, validator, { is_active });
}
