/**
 * Points of G1 in compressed form, as the consensus layer writes them: x in 48 bytes, whose highest bits are
 * flags.
 */
import { POINT, Y, Z } from './curve';
import { decode, ELEMENT, ENCODED, toMontgomery, isUpperHalf, isZero, power } from './field';
import { add, carry, copy, four, join, multiplyLanes, negate, one, squareLanes, subtract } from './generated';
import { squareRootExponent } from './square-root';

/** bytes of a compressed point */
export const COMPRESSED: usize = 48;

const IS_COMPRESSED: u8 = 0x80;
const IS_INFINITY: u8 = 0x40;
const IS_UPPER: u8 = 0x20;

const padded: usize = memory.data(64, 8);
const t: usize = memory.data(112, 16);
const negated: usize = memory.data(112, 16);

/** Reads points of the curve from two places, each into a lane; false when one is not a point of the curve. */
export function decompressG1(point: usize, first: usize, second: usize): bool {
  memory.fill(point, 0, POINT);
  let infinities = 0;
  for (let lane: usize = 0; lane < 2; lane++) {
    const bytes = lane === 0 ? first : second;
    if (!readX(point, lane, bytes)) return false;
    if (load<u8>(bytes) & IS_INFINITY) infinities |= 1 << (<i32>lane);
  }
  toMontgomery(point);
  const y = point + Y;
  squareLanes(t, point);
  multiplyLanes(t, t, point);
  add(t, t, four);
  carry(t, t);
  power(y, t, squareRootExponent, 6);
  multiplyLanes(y, y, t);
  squareLanes(negated, y);
  subtract(t, negated, t);
  if (!isZero(t)) return false; // for infinity, x = 0 has y = 2
  const upper = isUpperHalf(y);
  negate(negated, y);
  carry(negated, negated);
  if (((upper & 1) !== 0) !== ((load<u8>(first) & IS_UPPER) !== 0)) join(y, negated, y);
  if (((upper & 2) !== 0) !== ((load<u8>(second) & IS_UPPER) !== 0)) join(y, y, negated);
  copy(point + Z, one);
  memory.fill(t, 0, ELEMENT);
  if (infinities & 1) join(point + Z, t, point + Z);
  if (infinities & 2) join(point + Z, point + Z, t);
  if (infinities & 1) join(y, one, y);
  if (infinities & 2) join(y, y, one);
  return true;
}

/** False when the flags contradict the rest or x is not below p. */
function readX(point: usize, lane: usize, bytes: usize): bool {
  const flags = load<u8>(bytes);
  if ((flags & IS_COMPRESSED) === 0) return false;
  memory.fill(padded, 0, ENCODED - COMPRESSED);
  memory.copy(padded + ENCODED - COMPRESSED, bytes, COMPRESSED);
  store<u8>(padded + ENCODED - COMPRESSED, flags & 0x1f);
  if ((flags & IS_INFINITY) === 0) return decode(point, lane, padded);
  let any: u64 = flags & (IS_UPPER | 0x1f);
  for (let at = ENCODED - COMPRESSED; at < ENCODED; at += 8) any |= load<u64>(padded + at);
  return any === 0;
}
