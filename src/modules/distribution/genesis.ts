import { CodecError } from '../../kernel/codec/codec.ts';
import { toBech32 } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { delegationRewardsTable, poolsRecord, validatorRewardsTable } from './records.ts';

/**
 * Checks that nobody has shared rewards that there were not: what is owed to it would be less than nothing, and it could
 * never take out what it earns. Throws a CodecError.
 */
export function assertIndexes(state: StateView): void {
  const pools = poolsRecord.get(state);
  for (const [[operator], rewards] of validatorRewardsTable.list(state))
    for (const name of ['staker_index', 'validator_index'] as const)
      if (rewards[name] > pools[name])
        throw new CodecError(
          `must be at most that of pools, ${pools[name]}`,
          `validator_rewards.${toBech32(operator)}.${name}`,
        );
  for (const [[delegator, operator], { reward_index }] of delegationRewardsTable.list(state)) {
    const most = validatorRewardsTable.get(state, operator)?.reward_index ?? 0n;
    if (reward_index > most)
      throw new CodecError(
        `must be at most that of its validator, ${most}`,
        `delegation_rewards.${toBech32(delegator)}.${toBech32(operator)}.reward_index`,
      );
  }
}
