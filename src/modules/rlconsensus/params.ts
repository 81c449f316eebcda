import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { count, flag, fraction, oneOf } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rlconsensusAddress } from '../addresses.ts';

/** off does nothing, observe records, suggest proposes, auto applies. Stored by position. */
export const agentModes = ['off', 'observe', 'suggest', 'auto'] as const;
export type AgentMode = (typeof agentModes)[number];

const codec = struct({
  enabled: flag,
  /** blocks between two samples */
  observation_interval: count,
  /** the mode a network starts in */
  agent_mode: oneOf(...agentModes),
  /** largest relative change per action when it only proposes, and when it applies */
  max_change_suggest: fraction,
  max_change_auto: fraction,
  /** blocks that the circuit breaker considers, and the part of them that must be healthy */
  circuit_breaker_window: count,
  circuit_breaker_threshold: fraction,
  /** blocks after a trip before the breaker can clear */
  cooldown_blocks: count,
  /** weights of the reward; they add up to 1 */
  weight_throughput: fraction,
  weight_finality: fraction,
  weight_decentralization: fraction,
  weight_mev: fraction,
  weight_failed: fraction,
  default_block_time_ms: count,
  default_base_gas_price: count,
  default_validator_set_size: count,
  /** whether the built-in policy is used while the authority has written none */
  built_in_policy: flag,
});
export type RlParams = DecodedBy<typeof codec>;

/** Longest window: it is one record that every block reads and writes. */
const maxWindow = 1_000;
/** uqor per gas */
export const maxGasPrice = 1_000_000_000;

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
  check: (params) => {
    if (params.observation_interval < 1) return 'observation_interval must be at least 1 block';
    if (params.circuit_breaker_window < 10 || params.circuit_breaker_window > maxWindow)
      return `circuit_breaker_window must be from 10 to ${maxWindow} blocks`;
    const parts = [params.max_change_suggest, params.max_change_auto, params.circuit_breaker_threshold];
    if (parts.some((part) => part < 0n || part > one))
      return 'max_change_suggest, max_change_auto and circuit_breaker_threshold must be from 0 to 1';
    if (params.default_base_gas_price > maxGasPrice) return `default_base_gas_price must be at most ${maxGasPrice}`;
    if (rewardWeights(params).reduce<bigint>((sum, weight) => sum + weight, 0n) !== one)
      return 'the reward weights must add up to 1';
    if (rewardWeights(params).some((weight) => weight < 0n)) return 'reward weights must not be negative';
    return params.default_block_time_ms < 1 ? 'default_block_time_ms must be at least 1' : undefined;
  },
});

/** In the order throughput, finality, decentralization, mev, failed. */
function rewardWeights(params: RlParams) {
  const { weight_throughput, weight_finality, weight_decentralization, weight_mev, weight_failed } = params;
  return [weight_throughput, weight_finality, weight_decentralization, weight_mev, weight_failed];
}
