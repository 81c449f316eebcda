import { flag } from '../../kernel/codec/scalars.ts';
import { blocks, coins, factor, numberOf, part, smallestFraction } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal, zero } from '../../primitives/decimal/decimal.ts';
import { qcaAddress } from '../addresses.ts';

/** Why parameters have no effect on what the chain does: they steer views only. */
const ofDraw = 'only the view drawProposer goes by it: consensus chooses proposers by stake, whatever their reputation';
const ofPools =
  'it sorts validators into pools, by which only the views of this module and qor_getPoolClassification go';
const ofBonding = 'only the view bondingReward goes by it: rewards are shared by stake';
const ofVotes = 'only the view votingPower goes by it: governance counts stake and xQORE';

const parameters = {
  use_reputation_weighting: param(flag, true, { withoutEffect: ofDraw }),
  min_reputation_score: param(part(), parseDecimal('0.1'), { withoutEffect: ofDraw }),
  /** blocks between two classifications */
  classification_interval: param(blocks(1), 1_000, { development: 10, withoutEffect: ofPools }),
  /** parts of the draws that go to the first two pools; the third gets the rest */
  weight_rpos: param(part(), parseDecimal('0.40'), { withoutEffect: ofDraw }),
  weight_dpos: param(part(), parseDecimal('0.35'), { withoutEffect: ofDraw }),
  /** uqor */
  min_delegation_dpos: param(coins(), 10_000_000_000n, { withoutEffect: ofPools }),
  /** 0 to 100 */
  rep_percentile_rpos: param(numberOf('per cent', 0, 100, 'a percentile'), 70, { withoutEffect: ofPools }),
  bonding_alpha: param(factor(zero, 100), parseDecimal('0.1'), { withoutEffect: ofBonding }),
  bonding_beta: param(factor(zero, 100), one, { withoutEffect: ofBonding }),
  phase_multiplier: param(factor(zero, 100), parseDecimal('1.5'), { withoutEffect: ofBonding }),
  slashing_base_rate: param(part(smallestFraction), parseDecimal('0.01')),
  escalation_factor: param(factor(one, 100), parseDecimal('1.5')),
  max_penalty: param(part(smallestFraction), parseDecimal('0.33')),
  /** blocks after which an infraction counts half */
  decay_halflife: param(blocks(1), 100_000),
  /** votes weighed by stake and reputation; off, votingPower is rejected */
  qdrw_enabled: param(flag, false, { withoutEffect: ofVotes }),
  /** weight of one locked xQORE relative to one staked QOR */
  qdrw_xqore_multiplier: param(factor(zero, 100), parseDecimal('2'), { withoutEffect: ofVotes }),
  /** bounds of the factor by reputation */
  qdrw_rep_min: param(factor(zero, 100), parseDecimal('0.5'), { withoutEffect: ofVotes }),
  qdrw_rep_max: param(factor(zero, 100), parseDecimal('2'), { withoutEffect: ofVotes }),
};
export type QcaParams = ParamValues<typeof parameters>;

export const qcaParams = paramsOf(qcaAddress, parameters, (params) => {
  if (params.weight_rpos + params.weight_dpos > one) return 'pool weights must not add up to more than 1';
  return params.qdrw_rep_max < params.qdrw_rep_min ? 'qdrw_rep_max must not be below qdrw_rep_min' : undefined;
});
