import { flag, oneOf } from '../../kernel/codec/scalars.ts';
import { blocks, numberOf, part } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rlconsensusAddress } from '../addresses.ts';

/** off does nothing, observe records, suggest proposes, auto applies. Stored by position. */
export const agentModes = ['off', 'observe', 'suggest', 'auto'] as const;
export type AgentMode = (typeof agentModes)[number];

/** Longest window: it is one record that every block reads and writes. */
const maxWindow = 1_000;
/** uqor per gas */
export const maxGasPrice = 1_000_000_000;

/** Why the weights have no effect on what PRISM does. */
const ofReward =
  'only the figures of qor_getRLReward go by it: policies are trained elsewhere, and nothing learns here';

const parameters = {
  enabled: param(flag, true),
  /** blocks between two samples */
  observation_interval: param(blocks(1), 10),
  /** the mode a network starts in */
  agent_mode: param(oneOf(...agentModes), 'observe'),
  /** largest relative change per action when it only proposes, and when it applies */
  max_change_suggest: param(part(), parseDecimal('0.10')),
  max_change_auto: param(part(), parseDecimal('0.25')),
  /** blocks that the circuit breaker considers, and the part of them that must be healthy */
  circuit_breaker_window: param(blocks(10, maxWindow), 50, { development: 10 }),
  circuit_breaker_threshold: param(part(), parseDecimal('0.50')),
  /** blocks after a trip before the breaker can clear */
  cooldown_blocks: param(blocks(0), 100, { development: 20 }),
  /** weights of the reward; they add up to 1 */
  weight_throughput: param(part(), parseDecimal('0.30'), { withoutEffect: ofReward }),
  weight_finality: param(part(), parseDecimal('0.25'), { withoutEffect: ofReward }),
  weight_decentralization: param(part(), parseDecimal('0.20'), { withoutEffect: ofReward }),
  weight_mev: param(part(), parseDecimal('0.15'), { withoutEffect: ofReward }),
  weight_failed: param(part(), parseDecimal('0.10'), { withoutEffect: ofReward }),
  default_block_time_ms: param(numberOf('milliseconds', 1, 3_600_000, 'a block an hour'), 5_000, {
    development: 2_000,
  }),
  default_base_gas_price: param(numberOf('uqor per gas', 0, maxGasPrice, 'a transfer costs 21,000 times as much'), 100),
  default_validator_set_size: param(numberOf('validators', 1, 1_000, 'as many as may validate'), 100, {
    withoutEffect: 'max_validators of staking decides',
  }),
  /** whether the built-in policy is used while the authority has written none */
  built_in_policy: param(flag, true),
};
export type RlParams = ParamValues<typeof parameters>;

export const rlParams = paramsOf(rlconsensusAddress, parameters, (params) => {
  const sum = rewardWeights(params).reduce<bigint>((total, weight) => total + weight, 0n);
  return sum === one ? undefined : 'the reward weights must add up to 1';
});

/** In the order throughput, finality, decentralization, mev, failed. */
function rewardWeights(params: RlParams) {
  const { weight_throughput, weight_finality, weight_decentralization, weight_mev, weight_failed } = params;
  return [weight_throughput, weight_finality, weight_decentralization, weight_mev, weight_failed];
}
