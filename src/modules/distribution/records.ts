import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { scaledAmount } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey } from '../../kernel/module-sdk/record-key.ts';
import { distributionAddress } from '../addresses.ts';

/** Rewards are counted in wei times this, so that nothing is lost to rounding. */
const scaleBits = 96;
export const rewardScale = 2n ** BigInt(scaleBits);

const scaledWei = scaledAmount('wei', scaleBits);
const weiPerUqor = scaledAmount('wei per uqor', scaleBits);

const { table, single } = recordsOf(distributionAddress);

const pools = struct({
  /** since genesis, for those who delegate */
  staker_index: weiPerUqor,
  /** Index of the rewards of validators themselves. */
  validator_index: weiPerUqor,
  /** what did not divide evenly, or arrived while nothing was bonded */
  staker_rest: scaledWei,
  validator_rest: scaledWei,
});
export const poolsRecord = single(1, 'pools', 'Rewards per bonded uqor since genesis.', pools, {
  staker_index: 0n,
  validator_index: 0n,
  staker_rest: 0n,
  validator_rest: 0n,
});

const validatorRewards = struct({
  /** the indexes up to which this validator is settled */
  staker_index: weiPerUqor,
  validator_index: weiPerUqor,
  /** Income of the validator itself: its fee share and its commission. */
  income: scaledWei,
  /** per share of delegation since its creation */
  reward_index: weiPerUqor,
  /** what did not divide evenly among the shares */
  rest: scaledWei,
});
export type ValidatorRewards = DecodedBy<typeof validatorRewards>;
export const validatorRewardsTable = table(
  2,
  'validator_rewards',
  'What validators have earned.',
  [accountKey('validator', 'operator')],
  validatorRewards,
);

const delegationRewards = struct({ reward_index: weiPerUqor, accrued: scaledWei });
export type DelegationRewards = DecodedBy<typeof delegationRewards>;
export const delegationRewardsTable = table(
  3,
  'delegation_rewards',
  'What delegators have earned, in wei times 2^96.',
  [accountKey('delegator', 'who delegated'), accountKey('validator', 'operator')],
  delegationRewards,
);
