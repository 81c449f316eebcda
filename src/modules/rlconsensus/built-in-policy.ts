import { once } from '../../primitives/once.ts';
import { layerSizes, weightCount } from './network.ts';
import { policyGains } from './policy-gains.ts';

/**
 * The policy that every network has until the authority writes another: a few neurons of the network of 25, 256, 256
 * and 5, in its own format. The gains were chosen by `npm run prism`; docs/prism.md explains them and shows their
 * effect.
 *
 *     load     = relu(block_utilization − load_threshold)
 *     calm     = relu(calm_threshold − block_utilization)
 *     lateness = relu(seconds of block_time_delta − late_threshold)
 *     block time = tanh(time_by_lateness · lateness − time_return)
 *     gas price  = tanh(price_by_load · load + price_by_lateness · lateness − price_by_calm · calm − price_return)
 *
 * The returns move both targets back to their defaults, below which they do not fall. It changes no pool weight and no
 * block size.
 */

/** Decimals times 10^8, as all weights. */
type PolicyGains = { readonly [name in keyof typeof policyGains]: number };

const unit = 100_000_000;
const blockUtilization = 0;
const blockTimeDelta = 4;
const millisecondsPerSecond = 1_000;

/** All weights of the built-in policy times 10^8, in the layout of `network.ts`. */
export const builtInPolicy = once(() => policyOf(policyGains));

/** The weights of a policy with these gains. */
export function policyOf(gains: PolicyGains): Int32Array {
  const weights = new Int32Array(weightCount);
  const [inputs, first, second, outputs] = layerSizes;
  const firstBiases = inputs * first;
  const secondWeights = firstBiases + first;
  const secondBiases = secondWeights + first * second;
  const lastWeights = secondBiases + second;
  const lastBiases = lastWeights + second * outputs;
  const [load, lateness, calm] = [0, 1, 2];
  weights[load * inputs + blockUtilization] = unit;
  weights[firstBiases + load] = -gains.load_threshold;
  weights[lateness * inputs + blockTimeDelta] = unit / millisecondsPerSecond;
  weights[firstBiases + lateness] = -gains.late_threshold;
  weights[calm * inputs + blockUtilization] = -unit;
  weights[firstBiases + calm] = gains.calm_threshold;
  for (const neuron of [load, lateness, calm]) weights[secondWeights + neuron * first + neuron] = unit;
  const [time, price] = [0, 1];
  weights[lastWeights + time * second + lateness] = gains.time_by_lateness;
  weights[lastBiases + time] = -gains.time_return;
  weights[lastWeights + price * second + load] = gains.price_by_load;
  weights[lastWeights + price * second + lateness] = gains.price_by_lateness;
  weights[lastWeights + price * second + calm] = -gains.price_by_calm;
  weights[lastBiases + price] = -gains.price_return;
  return weights;
}
