import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { oneOf } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { numberOf, part } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { aiAddress } from '../addresses.ts';

const codec = struct({
  /** a transaction that scores above is anomalous */
  anomaly_threshold: part(),
  /**
   * How a block is made of the lanes: what fits their shares by price (`reputation_weighted`; transactions have no
   * reputation, so nothing is weighted by it), or one of each lane in turn (`round_robin`). Not a rule of validity.
   */
  routing_strategy: oneOf('reputation_weighted', 'round_robin'),
  /** a created contract that scores above is flagged */
  risk_threshold: part(),
  /** Limit for one sender; more transactions look like a flood. */
  max_tx_per_minute: numberOf('transactions', 0, 1_000_000, 'more than a minute of blocks holds'),
});
export type AiParams = DecodedBy<typeof codec>;

export const aiParams = paramsOf(aiAddress, {
  codec,
  defaults: {
    anomaly_threshold: parseDecimal('0.7'),
    routing_strategy: 'reputation_weighted',
    risk_threshold: parseDecimal('0.8'),
    max_tx_per_minute: 10,
  },
});
