import {
  add,
  clamp,
  type Decimal,
  decimal,
  divide,
  fromScaled,
  minimum,
  multiply,
  negate,
  one,
  parseDecimal,
  ratio,
  subtract,
  zero,
} from '../../primitives/decimal/decimal.ts';
import { exp, ln1p, sigmoid, sqrt } from '../../primitives/decimal/functions.ts';
import type { QcaParams } from './params.ts';
import type { InfractionType } from './records.ts';

const half = parseDecimal('0.5');
const ln2 = parseDecimal('0.693147180559945309');
const severities: Readonly<Record<InfractionType, Decimal>> = {
  downtime: one,
  double_sign: decimal(2),
  light_client_attack: decimal(3),
};

/** R = β·S·(1 + α·ln(1 + L))·Q(r)·P: the weight of stake S after L blocks of bonding, with reputation r. */
export function bondingReward(params: QcaParams, stake: bigint, loyaltyBlocks: number, reputation: Decimal): Decimal {
  const loyalty = add(one, multiply(params.bonding_alpha, ln1p(decimal(loyaltyBlocks))));
  const quality = clamp(
    add(one, multiply(half, subtract(reputation, half))),
    parseDecimal('0.75'),
    parseDecimal('1.25'),
  );
  const perUnit = multiply(multiply(multiply(params.bonding_beta, loyalty), quality), params.phase_multiplier);
  return fromScaled(perUnit * stake);
}

/**
 * Σ 0.5^(blocks since / half-life) over past infractions, so many blocks after it was last computed: every term of the
 * sum has decreased by the same factor.
 */
export function decayed({ decay_halflife }: QcaParams, escalation: Decimal, blocks: number): Decimal {
  return multiply(escalation, exp(negate(multiply(ln2, ratio(BigInt(blocks), BigInt(decay_halflife))))));
}

/** min(max, base · factor^E · severity): part of the stake an infraction costs. */
export function slashingPenalty(params: QcaParams, past: Decimal, type: InfractionType): Decimal {
  const factor = exp(multiply(past, ln1p(subtract(params.escalation_factor, one))));
  const penalty = multiply(multiply(params.slashing_base_rate, factor), severities[type]);
  return minimum(params.max_penalty, penalty);
}

/** Severity of an infraction, which multiplies its penalty. */
export function severityOf(type: InfractionType): Decimal {
  return severities[type];
}

/** √(staked + multiplier·xQORE)·M(r), M = 0.5 + 1.5·sigmoid(6(r - 0.5)) within its bounds: amounts in uqor. */
export function votingPower(params: QcaParams, staked: bigint, xqore: bigint, reputation: Decimal): Decimal {
  const weighed = sqrt(add(decimal(staked), multiply(params.qdrw_xqore_multiplier, decimal(xqore))));
  const steep = sigmoid(multiply(decimal(6), subtract(reputation, half)));
  const factor = add(half, multiply(parseDecimal('1.5'), steep));
  return multiply(weighed, clamp(factor, params.qdrw_rep_min, params.qdrw_rep_max));
}

/** The value that `percent` of the values lie below: nearest rank, of values in any order. */
export function percentile(values: readonly Decimal[], percent: number): Decimal {
  const sorted = [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const rank = Math.min(sorted.length - 1, Number((BigInt(sorted.length) * BigInt(percent)) / 100n));
  return sorted[rank] ?? zero;
}

/** Mean of the two middle values, of values in any order. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const upper = sorted[sorted.length >> 1] ?? 0n;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0n;
  return (lower + upper) / 2n;
}

/** The first eight bytes of a digest as a fraction in [0, 1]. */
export function drawOf(digestStart: bigint): Decimal {
  return divide(decimal(digestStart), decimal(2n ** 64n - 1n));
}
