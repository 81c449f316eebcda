import {
  add,
  type Decimal,
  decimal,
  divide,
  maximum,
  minimum,
  multiply,
  negate,
  one,
  parseDecimal,
  ratio,
  subtract,
  zero,
} from '../../primitives/decimal/decimal.ts';
import { exp, ln1p } from '../../primitives/decimal/functions.ts';
import type { ReputationParams } from './params.ts';
import type { Reputation } from './records.ts';

const half = parseDecimal('0.5');
/** Blocks after which age counts 1 - 1/e. */
const ageScale = decimal(10_000);

/** Part of its votes a validator has given; one half before the first. */
export function performanceScore({
  uptime_blocks,
  missed_blocks,
}: Pick<Reputation, 'uptime_blocks' | 'missed_blocks'>): Decimal {
  const votes = uptime_blocks + missed_blocks;
  return votes === 0 ? half : ratio(BigInt(uptime_blocks), BigInt(votes));
}

/** min(1, ln(1 + votes) / 5) */
export function contributionScore(votes: number): Decimal {
  return votes <= 0 ? zero : minimum(one, divide(ln1p(decimal(votes)), decimal(5)));
}

/** 1 - e^(-age / 10,000) */
export function timeScore(ageBlocks: number): Decimal {
  return ageBlocks <= 0 ? zero : subtract(one, exp(negate(divide(decimal(ageBlocks), ageScale))));
}

/**
 * Makes the scorer of one block. Most validators have the same age and update, so the values computed from these are
 * cached.
 */
export function scorerAt(params: ReputationParams, height: number): (before: Reputation) => Reputation {
  const timeScoreOf = remembering(timeScore);
  const keptOf = remembering((elapsed) => exp(negate(ratio(BigInt(elapsed), BigInt(params.lambda)))));
  return (before) => rescored(before, params, height, timeScoreOf, keptOf);
}

type OfBlocks = (blocks: number) => Decimal;

function remembering(compute: OfBlocks): OfBlocks {
  const known = new Map<number, Decimal>();
  return (blocks) => {
    const found = known.get(blocks) ?? compute(blocks);
    known.set(blocks, found);
    return found;
  };
}

/**
 * The record with its scores brought up to a height: score = old·d + raw·(1 - d), d = e^(-Δ/λ), never below the
 * minimum.
 */
function rescored(
  before: Reputation,
  params: ReputationParams,
  height: number,
  timeScoreOf: OfBlocks,
  keptOf: OfBlocks,
): Reputation {
  const performance_score = performanceScore(before);
  const contribution_score = contributionScore(before.community_votes);
  const time_score = timeScoreOf(height - before.joined_at_height);
  const parts = [
    multiply(params.alpha, before.stake_score),
    multiply(params.beta, performance_score),
    multiply(params.gamma, contribution_score),
    multiply(params.delta, time_score),
  ];
  const raw = parts.reduce(add, zero);
  const kept = keptOf(height - before.last_updated_height);
  const mixed = add(multiply(before.composite_score, kept), multiply(raw, subtract(one, kept)));
  const composite_score = maximum(mixed, params.min_score);
  return { ...before, performance_score, contribution_score, time_score, composite_score, last_updated_height: height };
}
