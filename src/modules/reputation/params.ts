import { blocks, part } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { reputationAddress } from '../addresses.ts';

const parameters = {
  /** weights of stake, performance, contribution and time */
  alpha: param(part(), parseDecimal('0.30')),
  beta: param(part(), parseDecimal('0.35')),
  gamma: param(part(), parseDecimal('0.20')),
  delta: param(part(), parseDecimal('0.15')),
  /** blocks after which an old score counts 1/e */
  lambda: param(blocks(1), 1_000, { development: 20 }),
  min_score: param(part(), parseDecimal('0.1')),
};
export type ReputationParams = ParamValues<typeof parameters>;

export const reputationParams = paramsOf(reputationAddress, parameters, ({ alpha, beta, gamma, delta }) => {
  const sum = alpha + beta + gamma + delta;
  return sum < parseDecimal('0.99') || sum > parseDecimal('1.01')
    ? 'the four weights must add up to 1, give or take 0.01'
    : undefined;
});
