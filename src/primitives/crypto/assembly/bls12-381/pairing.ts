/*
 * Products of pairings. Miller's loop works off the bits of |x| for all pairs together, so that they share the squares; a
 * point of G2 goes along in Jacobian coordinates, and the lines through its multiples are taken at the point of G1.
 *
 * A point (x, y) of G2 stands for (x / w², y / w³) on the curve of G1. A line with slope s/w through (x / w², y / w³), at a
 * point (px, py) of G1 and times w³, is (s·x - y) - s·px·w² + py·w³. Factors of the extension do not count, so divisions are
 * left out; nor does it count that x is negative, since the product is only compared with 1.
 */
import { Extension, Lanes, POINT, squareExtension, Y, Z } from './curve';
import { doubleJacobian } from './doublings';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2 } from './encoding';
import { double, ELEMENT, spread, zeroLanes } from './field';
import { add, carry, multiplyExtension, multiplyLanes, negate, subtract } from './generated';
import { isOneAfterFinalExponentiation } from './final-exponentiation';
import { input } from './places';
import { isInSubgroup, SEED } from './subgroup';
import { multiplyByLine, multiplyTarget, setOne, squareTarget, TARGET } from './tower';

/** Of each pair: -px and py in both lanes, the point of G2 with z = 1, and its multiple. */
const PAIR: usize = 2 * ELEMENT + 2 * POINT;
const FIXED: usize = 2 * ELEMENT;
const MOVING: usize = FIXED + POINT;
const ENCODED_PAIR: usize = ENCODED_G1 + ENCODED_G2;

/** 32 of them, behind what the compiler has laid out */
export const pairs: usize = (<usize>memory.size()) << 16;
memory.grow(1);

const total: usize = memory.data(672, 16);
const value: usize = memory.data(672, 16);
export const line: usize = memory.data(336, 16);
const left: usize = memory.data(336, 16);
const a: usize = memory.data(112, 16);
const b: usize = memory.data(112, 16);
const c: usize = memory.data(112, 16);
const d: usize = memory.data(112, 16);
const e: usize = memory.data(112, 16);

/** Whether all pairs had infinity so far. */
let isTrivial: bool = true;

/** Starts a product. */
export function beginPairing(): void {
  setOne(total);
  isTrivial = true;
}

/** Multiplies up to 32 pairs of points into the product; false when one is not of its subgroup. */
export function accumulatePairs(count: usize): bool {
  let used: usize = 0;
  for (let i: usize = 0; i < count; i += 2) {
    const first = input + i * ENCODED_PAIR;
    const second = input + min(i + 1, count - 1) * ENCODED_PAIR;
    if (!decodeG1(left, first, second)) return false;
    if (!isInSubgroup<Lanes>(left)) return false;
    for (let lane: usize = 0; lane < min(2, count - i); lane++) {
      const pair = pairs + used * PAIR;
      if (!decodeG2(pair + FIXED, (lane === 0 ? first : second) + ENCODED_G1)) return false;
      if (!isInSubgroup<Extension>(pair + FIXED)) return false;
      if ((zeroLanes(left + Z) & (1 << (<i32>lane))) !== 0 || zeroLanes(pair + FIXED + Z) === 3) continue;
      spread(pair, left, lane);
      negate(pair, pair);
      spread(pair + ELEMENT, left + Y, lane);
      memory.copy(pair + MOVING, pair + FIXED, POINT);
      used++;
    }
  }
  if (used > 0) {
    millerLoop(used);
    isTrivial = false;
  }
  return true;
}

/** Whether the product is 1. */
export function finishPairing(): bool {
  return isTrivial || isOneAfterFinalExponentiation(total);
}

/** Starts the multiples of a pair with the point, of which z = 1. */
export function setMultiple(pair: usize, point: usize): void {
  memory.copy(pair + FIXED, point, POINT);
  memory.copy(pair + MOVING, point, POINT);
}

function millerLoop(count: usize): void {
  const end = pairs + count * PAIR;
  setOne(value);
  for (let bit: u64 = 1 << 62; bit > 0; bit >>= 1) {
    squareTarget(value, value);
    for (let pair = pairs; pair < end; pair += PAIR) {
      doubleWithLine(pair);
      multiplyByLine(value, line);
      if ((SEED & bit) === 0) continue;
      addWithLine(pair);
      multiplyByLine(value, line);
    }
  }
  multiplyTarget(total, total, value);
}

/** The tangent at the multiple, with 3x² / 2yz for its slope, times 2y·z³; then the multiple is doubled. */
export function doubleWithLine(pair: usize): void {
  const point = pair + MOVING;
  squareExtension(a, point);
  double(e, a);
  add(e, e, a);
  carry(e, e); // 3x²
  squareExtension(c, point + Z);
  multiplyExtension(line, e, point);
  squareExtension(d, point + Y);
  double(d, d);
  subtract(d, line, d);
  carry(line, d);
  multiplyExtension(d, e, c);
  multiplyLanes(line + ELEMENT, d, pair);
  doubleJacobian<Extension>(point);
  carry(point + Z, point + Z);
  multiplyExtension(d, point + Z, c);
  multiplyLanes(line + 2 * ELEMENT, d, pair + ELEMENT);
}

/** The line through the multiple and the point, with r / z for its slope, times z; then the multiple is their sum. */
export function addWithLine(pair: usize): void {
  const x = pair + FIXED;
  const y = x + Y;
  const point = pair + MOVING;
  squareExtension(a, point + Z);
  multiplyExtension(b, a, point + Z);
  multiplyExtension(a, a, x);
  subtract(a, a, point); // h
  multiplyExtension(b, b, y);
  subtract(b, b, point + Y);
  carry(b, b); // r
  carry(a, a);
  multiplyExtension(d, point + Z, a);
  carry(point + Z, d);
  squareExtension(c, a);
  multiplyExtension(d, a, c); // h³
  multiplyExtension(c, c, point); // x·h²
  multiplyExtension(point + Y, point + Y, d);
  squareExtension(e, b);
  subtract(e, e, d);
  double(d, c);
  subtract(e, e, d);
  carry(point, e);
  subtract(c, c, point);
  multiplyExtension(c, c, b);
  subtract(c, c, point + Y);
  carry(point + Y, c);
  multiplyExtension(c, b, x);
  multiplyExtension(d, point + Z, y);
  subtract(c, c, d);
  carry(line, c);
  multiplyLanes(line + ELEMENT, b, pair);
  multiplyLanes(line + 2 * ELEMENT, point + Z, pair + ELEMENT);
}
