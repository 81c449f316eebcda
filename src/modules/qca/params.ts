import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, coins, factor, numberOf, part, smallestFraction } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal, zero } from '../../primitives/decimal/decimal.ts';
import { qcaAddress } from '../addresses.ts';

/** Why parameters have no effect on what the chain does: they steer views only. */
const ofDraw = 'only the view drawProposer goes by it: consensus chooses proposers by stake, whatever their reputation';
const ofPools =
  'it sorts validators into pools, by which only the views of this module and qor_getPoolClassification go';
const ofBonding = 'only the view bondingReward goes by it: rewards are shared by stake';
const ofVotes = 'only the view votingPower goes by it: governance counts stake and xQORE';

const codec = struct({
  use_reputation_weighting: flag,
  min_reputation_score: part(),
  /** blocks between two classifications */
  classification_interval: blocks(1),
  /** parts of the draws that go to the first two pools; the third gets the rest */
  weight_rpos: part(),
  weight_dpos: part(),
  /** uqor */
  min_delegation_dpos: coins(),
  /** 0 to 100 */
  rep_percentile_rpos: numberOf('per cent', 0, 100, 'a percentile'),
  bonding_alpha: factor(zero, 100),
  bonding_beta: factor(zero, 100),
  phase_multiplier: factor(zero, 100),
  slashing_base_rate: part(smallestFraction),
  escalation_factor: factor(one, 100),
  max_penalty: part(smallestFraction),
  /** blocks after which an infraction counts half */
  decay_halflife: blocks(1),
  /** votes weighed by stake and reputation; off, votingPower is rejected */
  qdrw_enabled: flag,
  /** weight of one locked xQORE relative to one staked QOR */
  qdrw_xqore_multiplier: factor(zero, 100),
  /** bounds of the factor by reputation */
  qdrw_rep_min: factor(zero, 100),
  qdrw_rep_max: factor(zero, 100),
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
  withoutEffect: {
    use_reputation_weighting: ofDraw,
    min_reputation_score: ofDraw,
    classification_interval: ofPools,
    weight_rpos: ofDraw,
    weight_dpos: ofDraw,
    min_delegation_dpos: ofPools,
    rep_percentile_rpos: ofPools,
    bonding_alpha: ofBonding,
    bonding_beta: ofBonding,
    phase_multiplier: ofBonding,
    qdrw_enabled: ofVotes,
    qdrw_xqore_multiplier: ofVotes,
    qdrw_rep_min: ofVotes,
    qdrw_rep_max: ofVotes,
  },
  check: (params) => {
    if (params.weight_rpos + params.weight_dpos > one) return 'pool weights must not add up to more than 1';
    return params.qdrw_rep_max < params.qdrw_rep_min ? 'qdrw_rep_max must not be below qdrw_rep_min' : undefined;
  },
});
