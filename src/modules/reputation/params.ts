import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { count, fraction } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { reputationAddress } from '../addresses.ts';

const codec = struct({
  /** weights of stake, performance, contribution and time */
  alpha: fraction,
  beta: fraction,
  gamma: fraction,
  delta: fraction,
  /** blocks after which an old score counts 1/e */
  lambda: count,
  min_score: fraction,
});
export type ReputationParams = DecodedBy<typeof codec>;

export const reputationParams = paramsOf(reputationAddress, {
  codec,
  defaults: {
    alpha: parseDecimal('0.30'),
    beta: parseDecimal('0.35'),
    gamma: parseDecimal('0.20'),
    delta: parseDecimal('0.15'),
    lambda: 1_000,
    min_score: parseDecimal('0.1'),
  },
  development: { lambda: 20 },
  check: ({ alpha, beta, gamma, delta, lambda }) => {
    if ([alpha, beta, gamma, delta].some((weight) => weight < 0n)) return 'the weights must not be negative';
    const sum = alpha + beta + gamma + delta;
    if (sum < parseDecimal('0.99') || sum > parseDecimal('1.01'))
      return 'the four weights must add up to 1, give or take 0.01';
    return lambda < 1 ? 'lambda must be at least 1 block' : undefined;
  },
});
