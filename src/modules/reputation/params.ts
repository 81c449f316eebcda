import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, part } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { reputationAddress } from '../addresses.ts';

const codec = struct({
  /** weights of stake, performance, contribution and time */
  alpha: part(),
  beta: part(),
  gamma: part(),
  delta: part(),
  /** blocks after which an old score counts 1/e */
  lambda: blocks(1),
  min_score: part(),
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
  check: ({ alpha, beta, gamma, delta }) => {
    const sum = alpha + beta + gamma + delta;
    return sum < parseDecimal('0.99') || sum > parseDecimal('1.01')
      ? 'the four weights must add up to 1, give or take 0.01'
      : undefined;
  },
});
