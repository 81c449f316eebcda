import { amount, count, flag, fraction } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { multilayerAddress } from '../addresses.ts';

export const multilayerParams = paramsOf(multilayerAddress, {
  codec: struct({
    max_sidechains: count,
    max_paychains: count,
    /** blocks of this chain between two anchors of a layer */
    min_anchor_interval: count,
    /** blocks after which a layer without a new anchor is reported */
    max_anchor_interval: count,
    /** seconds in which an anchor can be challenged */
    default_challenge_period: count,
    /** uqor */
    min_sidechain_stake: amount,
    /** uqor */
    min_paychain_stake: amount,
    routing_enabled: flag,
    /** score from which a layer is chosen */
    routing_confidence_threshold: fraction,
    cross_layer_fee_bundling: flag,
    /** blocks until a routed message is dropped */
    message_timeout: count,
  }),
  defaults: {
    max_sidechains: 10,
    max_paychains: 50,
    min_anchor_interval: 100,
    max_anchor_interval: 1_000,
    default_challenge_period: 86_400,
    min_sidechain_stake: 1_000_000_000n,
    min_paychain_stake: 100_000_000n,
    routing_enabled: true,
    routing_confidence_threshold: parseDecimal('0.6'),
    cross_layer_fee_bundling: true,
    message_timeout: 100,
  },
  development: { min_anchor_interval: 5, max_anchor_interval: 50, default_challenge_period: 60 },
  check: ({ min_anchor_interval, max_anchor_interval, routing_confidence_threshold, message_timeout }) => {
    if (max_anchor_interval <= min_anchor_interval) return 'max_anchor_interval must be above min_anchor_interval';
    if (routing_confidence_threshold < 0n || routing_confidence_threshold > parseDecimal('1'))
      return 'routing_confidence_threshold must be from 0 to 1';
    return message_timeout < 1 ? 'message_timeout must be at least 1 block' : undefined;
  },
});
