import { flag } from '../../kernel/codec/scalars.ts';
import { blocks, coins, numberOf, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { multilayerAddress } from '../addresses.ts';

export const multilayerParams = paramsOf(
  multilayerAddress,
  {
    max_sidechains: param(numberOf('layers', 0, 1_000, 'routing compares the live layers'), 10),
    max_paychains: param(numberOf('layers', 0, 1_000, 'routing compares the live layers'), 50),
    /** blocks of this chain between two anchors of a layer */
    min_anchor_interval: param(blocks(0), 100, { development: 5 }),
    /** blocks after which a layer without a new anchor is reported */
    max_anchor_interval: param(blocks(1), 1_000, { development: 50 }),
    /** seconds in which an anchor can be challenged */
    default_challenge_period: param(seconds(0), 86_400, { development: 60 }),
    /** uqor */
    min_sidechain_stake: param(coins(), 1_000_000_000n),
    /** uqor */
    min_paychain_stake: param(coins(), 100_000_000n),
    routing_enabled: param(flag, true),
    /** score from which a layer is chosen */
    routing_confidence_threshold: param(part(), parseDecimal('0.6')),
    cross_layer_fee_bundling: param(flag, true),
    /** blocks until a routed message is dropped */
    message_timeout: param(blocks(1), 100),
  },
  ({ min_anchor_interval, max_anchor_interval }) =>
    max_anchor_interval <= min_anchor_interval ? 'max_anchor_interval must be above min_anchor_interval' : undefined,
);
