import type { Address } from '../../primitives/address.ts';
import { type Decimal, shareOf } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import {
  type DelegationRewards,
  delegationRewardsTable,
  poolsRecord,
  rewardScale,
  type ValidatorRewards,
  validatorRewardsTable,
} from './records.ts';

/** What rewards depend on: the stake of a validator before a change. */
export type ValidatorStake = {
  /** uqor bonded with it */
  readonly tokens: bigint;
  /** shares its delegators hold */
  readonly shares: bigint;
  readonly commission: Decimal;
  /** Only validators of the active set earn. */
  readonly isActive: boolean;
};

/**
 * What is known of stake that was never settled. Stake is settled before each change, so it has been the same since
 * genesis, where all indexes are 0. Before a first delegation the stake is 0 and earns nothing, whatever the index.
 */
const unsettledValidator: ValidatorRewards = {
  staker_index: 0n,
  validator_index: 0n,
  income: 0n,
  reward_index: 0n,
  rest: 0n,
};
const unsettledDelegation: DelegationRewards = { reward_index: 0n, accrued: 0n };

/** Distributes wei that are in the reward pool by raising the indexes. With nothing bonded they wait. */
export function addRewards(state: WorldState, bonded: bigint, validatorWei: bigint, stakerWei: bigint): void {
  const pools = poolsRecord.get(state);
  const validators = pools.validator_rest + validatorWei * rewardScale;
  const stakers = pools.staker_rest + stakerWei * rewardScale;
  const perValidator = bonded === 0n ? 0n : validators / bonded;
  const perStaker = bonded === 0n ? 0n : stakers / bonded;
  poolsRecord.set(state, {
    staker_index: pools.staker_index + perStaker,
    validator_index: pools.validator_index + perValidator,
    staker_rest: stakers - perStaker * bonded,
    validator_rest: validators - perValidator * bonded,
  });
}

/** A validator's rewards with everything up to now counted in. */
export function settledValidator(state: StateView, operator: Address, stake: ValidatorStake): ValidatorRewards {
  const { staker_index, validator_index } = poolsRecord.get(state);
  const before = validatorRewardsTable.get(state, operator) ?? unsettledValidator;
  const tokens = stake.isActive ? stake.tokens : 0n;
  const earnedByStakers = tokens * (staker_index - before.staker_index);
  const commission = shareOf(earnedByStakers, stake.commission);
  const income = before.income + tokens * (validator_index - before.validator_index) + commission;
  const toShare = before.rest + earnedByStakers - commission;
  const perShare = stake.shares === 0n ? 0n : toShare / stake.shares;
  const reward_index = before.reward_index + perShare;
  return { staker_index, validator_index, income, reward_index, rest: toShare - perShare * stake.shares };
}

/** A delegation's rewards with everything up to its validator's settlement counted in. */
export function settledDelegation(
  state: StateView,
  delegator: Address,
  operator: Address,
  shares: bigint,
  { reward_index }: ValidatorRewards,
): DelegationRewards {
  const before = delegationRewardsTable.get(state, delegator, operator) ?? unsettledDelegation;
  return { reward_index, accrued: before.accrued + shares * (reward_index - before.reward_index) };
}

/** Settles the rewards of a validator; must be called before its stake changes. */
export function settleValidator(state: WorldState, operator: Address, stake: ValidatorStake): ValidatorRewards {
  const settled = settledValidator(state, operator, stake);
  validatorRewardsTable.set(state, settled, operator);
  return settled;
}

/** Settles the rewards of a delegation and its validator; must be called before either changes. */
export function settleDelegation(
  state: WorldState,
  delegator: Address,
  operator: Address,
  shares: bigint,
  stake: ValidatorStake,
): void {
  const validator = settleValidator(state, operator, stake);
  delegationRewardsTable.set(
    state,
    settledDelegation(state, delegator, operator, shares, validator),
    delegator,
    operator,
  );
}
