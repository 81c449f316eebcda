import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { amount, count, flag, fraction } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { qcaAddress } from '../addresses.ts';

const codec = struct({
  use_reputation_weighting: flag,
  min_reputation_score: fraction,
  /** blocks between two classifications */
  classification_interval: count,
  /** parts of the draws that go to the first two pools; the third gets the rest */
  weight_rpos: fraction,
  weight_dpos: fraction,
  /** uqor */
  min_delegation_dpos: amount,
  /** 0 to 100 */
  rep_percentile_rpos: count,
  bonding_alpha: fraction,
  bonding_beta: fraction,
  phase_multiplier: fraction,
  slashing_base_rate: fraction,
  escalation_factor: fraction,
  max_penalty: fraction,
  /** blocks after which an infraction counts half */
  decay_halflife: count,
  /** votes weighed by stake and reputation; off, votingPower is rejected */
  qdrw_enabled: flag,
  /** weight of one locked xQORE relative to one staked QOR */
  qdrw_xqore_multiplier: fraction,
  /** bounds of the factor by reputation */
  qdrw_rep_min: fraction,
  qdrw_rep_max: fraction,
});
export type QcaParams = DecodedBy<typeof codec>;

export const qcaParams = paramsOf(qcaAddress, {
  codec,
  defaults: {
    use_reputation_weighting: true,
    min_reputation_score: parseDecimal('0.1'),
    classification_interval: 1_000,
    weight_rpos: parseDecimal('0.40'),
    weight_dpos: parseDecimal('0.35'),
    min_delegation_dpos: 10_000_000_000n,
    rep_percentile_rpos: 70,
    bonding_alpha: parseDecimal('0.1'),
    bonding_beta: one,
    phase_multiplier: parseDecimal('1.5'),
    slashing_base_rate: parseDecimal('0.01'),
    escalation_factor: parseDecimal('1.5'),
    max_penalty: parseDecimal('0.33'),
    decay_halflife: 100_000,
    qdrw_enabled: false,
    qdrw_xqore_multiplier: parseDecimal('2'),
    qdrw_rep_min: parseDecimal('0.5'),
    qdrw_rep_max: parseDecimal('2'),
  },
  development: { classification_interval: 10 },
  check: (params) => {
    if (params.classification_interval < 1) return 'classification_interval must be at least 1 block';
    if (params.rep_percentile_rpos > 100) return 'rep_percentile_rpos must be from 0 to 100';
    if (params.weight_rpos < 0n || params.weight_dpos < 0n || params.weight_rpos + params.weight_dpos > one) {
      return 'pool weights must not be negative and leave something for the third pool';
    }
    const { qdrw_xqore_multiplier, qdrw_rep_min, qdrw_rep_max } = params;
    if (qdrw_xqore_multiplier < 0n || qdrw_rep_min < 0n || qdrw_rep_max < qdrw_rep_min) {
      return 'qdrw needs a multiplier and bounds that are not negative, the upper one not below the lower';
    }
    const isSlashingRight =
      params.slashing_base_rate > 0n &&
      params.escalation_factor >= one &&
      params.max_penalty > 0n &&
      params.max_penalty <= one &&
      params.decay_halflife > 0;
    return isSlashingRight
      ? undefined
      : 'slashing needs a base rate and a half-life above 0, a penalty above 0 and up to 1, and an escalation of at least 1';
  },
});
