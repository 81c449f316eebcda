import { oneOf } from '../../kernel/codec/scalars.ts';
import { numberOf, part } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { aiAddress } from '../addresses.ts';

const parameters = {
  /** a transaction that scores above is anomalous */
  anomaly_threshold: param(part(), parseDecimal('0.7')),
  /**
   * How a block is made of the lanes: what fits their shares by price (`reputation_weighted`; transactions have no
   * reputation, so nothing is weighted by it), or one of each lane in turn (`round_robin`). Not a rule of validity.
   */
  routing_strategy: param(oneOf('reputation_weighted', 'round_robin'), 'reputation_weighted'),
  /** a created contract that scores above is flagged */
  risk_threshold: param(part(), parseDecimal('0.8')),
  /** Limit for one sender; more transactions look like a flood. */
  max_tx_per_minute: param(numberOf('transactions', 0, 1_000_000, 'more than a minute of blocks holds'), 10),
};
export type AiParams = ParamValues<typeof parameters>;

export const aiParams = paramsOf(aiAddress, parameters);
