import type { StateView } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { delegationRewardsTable, poolsRecord, rewardScale } from './records.ts';
import { settledDelegation, settledValidator } from './rewards.ts';

/**
 * Wei that the pool of rewards holds: what validators and delegators have earned and not taken, settled or not, and
 * what did not divide evenly.
 */
export function owedWei(state: StateView, { stakeOf, sharesOf, validators, delegations }: Dependencies): bigint {
  const { staker_rest, validator_rest } = poolsRecord.get(state);
  let scaled = staker_rest + validator_rest;
  for (const [operator, stake] of validators(state)) {
    const { income, rest } = settledValidator(state, operator, stake);
    scaled += income + rest;
  }
  for (const [delegator, operator, shares] of delegations(state)) {
    const stake = stakeOf(state, operator);
    if (stake === undefined) continue;
    const settled = settledValidator(state, operator, stake);
    scaled += settledDelegation(state, delegator, operator, shares, settled).accrued;
  }
  for (const [[delegator, operator], { accrued }] of delegationRewardsTable.list(state))
    if (sharesOf(state, delegator, operator) === 0n) scaled += accrued;
  return (scaled + rewardScale - 1n) / rewardScale;
}
