import type { Address } from '../../primitives/address.ts';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { shake256 } from '../../primitives/crypto/shake.ts';
import { add, type Decimal, fromScaled, multiply } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import type { Candidate } from './blocks.ts';
import { drawOf } from './formulas.ts';
import { qcaParams } from './params.ts';
import { classifications, type Pool } from './records.ts';

/**
 * Who proposes the block of a height: one hash draws the pool by the pools' weights, another a validator of it by
 * reputation times stake. An empty pool falls back to pos, and that to all. undefined when nobody is eligible.
 */
export function selectProposer(
  state: StateView,
  candidates: readonly Candidate[],
  parentHash: Uint8Array,
  height: number,
): Address | undefined {
  const params = qcaParams.get(state);
  const eligible = candidates.filter(({ reputation }) => reputation >= params.min_reputation_score);
  const poolOf = ({ operator }: Candidate): Pool => classifications.get(state, operator)?.pool ?? 'pos';
  const inPool = (pool: Pool) => eligible.filter((candidate) => poolOf(candidate) === pool);
  const draw = drawPool(parentHash, height);
  const drawn =
    draw < params.weight_rpos ? 'rpos' : draw < add(params.weight_rpos, params.weight_dpos) ? 'dpos' : 'pos';
  const chosen = [inPool(drawn), inPool('pos'), eligible].find((pool) => pool.length > 0) ?? [];
  return selectByWeight(chosen, params.use_reputation_weighting, parentHash, height);
}

function drawPool(parentHash: Uint8Array, height: number): Decimal {
  const digest = shake256(concatBytes(parentHash, bigintToFixedBytes(BigInt(height), 8), Buffer.from('pool')), 32);
  return drawOf(bytesToBigint(digest.subarray(0, 8)));
}

function selectByWeight(
  candidates: readonly Candidate[],
  byReputation: boolean,
  parentHash: Uint8Array,
  height: number,
): Address | undefined {
  const weights = candidates.map(({ tokens, reputation }) => {
    const stake = tokens > 0n ? tokens : 1n;
    return byReputation ? stake * reputation : stake;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const seed = shake256(concatBytes(parentHash, bigintToFixedBytes(BigInt(height), 8).reverse()), 32);
  const draw = drawOf(bytesToBigint(seed.slice(0, 8).reverse()));
  const target = multiply(draw, fromScaled(total));
  let reached = 0n;
  return candidates.find((_, at) => {
    reached += weights[at] ?? 0n;
    return reached >= target;
  })?.operator;
}
