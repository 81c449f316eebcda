import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { flag, oneOf } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, numberOf, part } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
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

const codec = struct({
  enabled: flag,
  /** blocks between two samples */
  observation_interval: blocks(1),
  /** the mode a network starts in */
  agent_mode: oneOf(...agentModes),
  /** largest relative change per action when it only proposes, and when it applies */
  max_change_suggest: part(),
  max_change_auto: part(),
  /** blocks that the circuit breaker considers, and the part of them that must be healthy */
  circuit_breaker_window: blocks(10, maxWindow),
  circuit_breaker_threshold: part(),
  /** blocks after a trip before the breaker can clear */
  cooldown_blocks: blocks(0),
  /** weights of the reward; they add up to 1 */
  weight_throughput: part(),
  weight_finality: part(),
  weight_decentralization: part(),
  weight_mev: part(),
  weight_failed: part(),
  default_block_time_ms: numberOf('milliseconds', 1, 3_600_000, 'a block an hour'),
  default_base_gas_price: numberOf('uqor per gas', 0, maxGasPrice, 'a transfer costs 21,000 times as much'),
  default_validator_set_size: numberOf('validators', 1, 1_000, 'as many as may validate'),
  /** whether the built-in policy is used while the authority has written none */
  built_in_policy: flag,
});
export type RlParams = DecodedBy<typeof codec>;

export const rlParams = paramsOf(rlconsensusAddress, {
  codec,
  defaults: {
    enabled: true,
    observation_interval: 10,
    agent_mode: 'observe',
    max_change_suggest: parseDecimal('0.10'),
    max_change_auto: parseDecimal('0.25'),
    circuit_breaker_window: 50,
    circuit_breaker_threshold: parseDecimal('0.50'),
    cooldown_blocks: 100,
    weight_throughput: parseDecimal('0.30'),
    weight_finality: parseDecimal('0.25'),
    weight_decentralization: parseDecimal('0.20'),
    weight_mev: parseDecimal('0.15'),
    weight_failed: parseDecimal('0.10'),
    default_block_time_ms: 5_000,
    default_base_gas_price: 100,
    default_validator_set_size: 100,
    built_in_policy: true,
  },
  development: { default_block_time_ms: 2_000, cooldown_blocks: 20, circuit_breaker_window: 10 },
  withoutEffect: {
    weight_throughput: ofReward,
    weight_finality: ofReward,
    weight_decentralization: ofReward,
    weight_mev: ofReward,
    weight_failed: ofReward,
    default_validator_set_size: 'max_validators of staking decides',
  },
  check: (params) => {
    const sum = rewardWeights(params).reduce<bigint>((total, weight) => total + weight, 0n);
    return sum === one ? undefined : 'the reward weights must add up to 1';
  },
});

/** In the order throughput, finality, decentralization, mev, failed. */
function rewardWeights(params: RlParams) {
  const { weight_throughput, weight_finality, weight_decentralization, weight_mev, weight_failed } = params;
  return [weight_throughput, weight_finality, weight_decentralization, weight_mev, weight_failed];
}
