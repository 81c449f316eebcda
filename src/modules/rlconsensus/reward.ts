import { add, type Decimal, multiply, negate, subtract, zero } from '../../primitives/decimal/decimal.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import type { RlParams } from './params.ts';
import type { Observation, Reward } from './records.ts';

/**
 * Reward of a sample compared with the one before: R = .30Δutilisation + .25Δprecommit - .20ΔGini - .15 mev - .10
 * failed.
 */
export function rewardOf(params: RlParams, before: Observation, now: Observation): Reward {
  const value = (sample: Observation, name: Dimension): Decimal => sample.values[dimensions.indexOf(name)] ?? zero;
  const change = (name: Dimension) => subtract(value(now, name), value(before, name));
  const throughput_delta = change('block_utilization');
  const finality_delta = change('precommit_ratio');
  const decentralization_delta = negate(change('validator_gini'));
  const mev_estimate = value(now, 'mev_estimate');
  const failed_tx_ratio = value(now, 'failed_tx_ratio');
  const total_reward = [
    multiply(params.weight_throughput, throughput_delta),
    multiply(params.weight_finality, finality_delta),
    multiply(params.weight_decentralization, decentralization_delta),
    negate(multiply(params.weight_mev, mev_estimate)),
    negate(multiply(params.weight_failed, failed_tx_ratio)),
  ].reduce(add, zero);
  return {
    height: now.height,
    total_reward,
    throughput_delta,
    finality_delta,
    decentralization_delta,
    mev_estimate,
    failed_tx_ratio,
  };
}
