import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, coins, numberOf, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { multilayerAddress } from '../addresses.ts';

export const multilayerParams = paramsOf(multilayerAddress, {
  codec: struct({
    max_sidechains: numberOf('layers', 0, 1_000, 'routing compares the live layers'),
    max_paychains: numberOf('layers', 0, 1_000, 'routing compares the live layers'),
    /** blocks of this chain between two anchors of a layer */
    min_anchor_interval: blocks(0),
    /** blocks after which a layer without a new anchor is reported */
    max_anchor_interval: blocks(1),
    /** seconds in which an anchor can be challenged */
    default_challenge_period: seconds(0),
    /** uqor */
    min_sidechain_stake: coins(),
    /** uqor */
    min_paychain_stake: coins(),
    routing_enabled: flag,
    /** score from which a layer is chosen */
    routing_confidence_threshold: part(),
    cross_layer_fee_bundling: flag,
    /** blocks until a routed message is dropped */
    message_timeout: blocks(1),
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
  check: ({ min_anchor_interval, max_anchor_interval }) =>
    max_anchor_interval <= min_anchor_interval ? 'max_anchor_interval must be above min_anchor_interval' : undefined,
});
