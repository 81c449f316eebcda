import type { HookEnvironment } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { silentSince } from './absence.ts';
import { stakingParams } from './params.ts';
import {
  activeSetRecord,
  consensusSetRecord,
  operatorsByRank,
  totalsRecord,
  type Validator,
  validators,
} from './records.ts';
import { type RewardSettlement, stakeOf, updateValidator, votingPower } from './stake.ts';

/**
 * Renews the active set after changes of stake: the first validators of the ranking. Consensus applies it to the second
 * block after this one (CometBFT: H+2). When the ranking is empty, the active validators stay, also jailed or without
 * stake: a set without validators would halt the chain permanently.
 */
export function renewActiveSet({ state, block }: HookEnvironment, rewards: RewardSettlement): void {
  const height = Number(block.number);
  const { set_changed, set_size } = totalsRecord.get(state);
  const { max_validators } = stakingParams.get(state);
  if (!set_changed && set_size === max_validators) return;
  const before = new Set(activeSetRecord.get(state));
  const ranked = firstOfRanking(state, max_validators);
  const chosen = ranked.length > 0 ? ranked : [...before];
  for (const operator of before) if (!chosen.includes(operator)) setInactive(state, rewards, operator, height);
  for (const operator of chosen) if (!before.has(operator)) setActive(state, rewards, operator, { is_active: true });
  activeSetRecord.set(state, chosen);
  renewConsensusSet(state);
  totalsRecord.set(state, { ...totalsRecord.get(state), set_changed: false, set_size: max_validators });
}

/** The keys of the active set. A validator without a key is left out; when all are, the set stays as it was. */
export function renewConsensusSet(state: WorldState): void {
  const set = activeSetRecord.get(state).flatMap((operator) => {
    const validator = validators.get(state, operator);
    if (validator === undefined || validator.public_key.length === 0) return [];
    return [{ public_key: validator.public_key, power: votingPower(validator) }];
  });
  if (set.length > 0) consensusSetRecord.set(state, set);
}

function firstOfRanking(state: StateView, max_validators: number): readonly Address[] {
  const chosen: Address[] = [];
  for (const [[, operator]] of operatorsByRank.list(state)) {
    if (chosen.length === max_validators) break;
    chosen.push(operator);
  }
  return chosen;
}

/** It signs for two more blocks, which `countSignatures` notes. */
function setInactive(state: WorldState, rewards: RewardSettlement, operator: Address, height: number): void {
  const validator = validators.get(state, operator);
  if (validator !== undefined)
    setActive(state, rewards, operator, { is_active: false, ...silentSince(validator, height) });
}

function setActive(
  state: WorldState,
  rewards: RewardSettlement,
  operator: Address,
  changes: Partial<Validator> & Pick<Validator, 'is_active'>,
): void {
  const validator = validators.get(state, operator);
  if (validator === undefined) return;
  rewards.settleValidator(state, operator, stakeOf(validator));
  updateValidator(state, operator, validator, changes);
}
