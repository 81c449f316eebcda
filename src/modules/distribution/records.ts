import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { amount } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey } from '../../kernel/module-sdk/record-key.ts';
import { distributionAddress } from '../addresses.ts';

/** Rewards are counted in wei times this, so that nothing is lost to rounding. */
export const rewardScale = 2n ** 96n;

const { table, single } = recordsOf(distributionAddress);

const pools = struct({
  /** scaled wei per bonded uqor since genesis, for those who delegate */
  staker_index: amount,
  /** the same for validators themselves */
  validator_index: amount,
  /** scaled wei that did not divide evenly, or arrived while nothing was bonded */
  staker_rest: amount,
  validator_rest: amount,
});
export const poolsRecord = single(1, 'pools', 'Rewards per bonded uqor since genesis.', pools, {
  staker_index: 0n,
  validator_index: 0n,
  staker_rest: 0n,
  validator_rest: 0n,
});

const validatorRewards = struct({
  /** the indexes up to which this validator is settled */
  staker_index: amount,
  validator_index: amount,
  /** scaled wei of the validator itself: its fee share and its commission */
  income: amount,
  /** scaled wei per share of delegation since its creation */
  reward_index: amount,
  /** scaled wei that did not divide evenly among the shares */
  rest: amount,
});
export type ValidatorRewards = DecodedBy<typeof validatorRewards>;
export const validatorRewardsTable = table(
  2,
  'validator_rewards',
  'What validators have earned.',
  [accountKey('validator', 'operator')],
  validatorRewards,
);

const delegationRewards = struct({ reward_index: amount, accrued: amount });
export type DelegationRewards = DecodedBy<typeof delegationRewards>;
export const delegationRewardsTable = table(
  3,
  'delegation_rewards',
  'What delegators have earned, in wei times 2^96.',
  [accountKey('delegator', 'who delegated'), accountKey('validator', 'operator')],
  delegationRewards,
);
