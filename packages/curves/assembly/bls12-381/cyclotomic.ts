/*
 * Powers to the x in the cyclotomic subgroup, for the final exponentiation. A square there needs four of the six
 * coefficients to give these four again (Karabina: eprint 2010/542), two thirds of the time of a whole one. So the
 * power to the 2^57, which has few bits of x below it, is found without a0 and a3; these are restored for it and those
 * to the 2^48 and the 2^16.
 */
import { squareExtension } from './curve';
import { double, ELEMENT, invertExtension, isZero, reduce } from './field';
import { add, carry, multiplyExtension, subtract, twist, unit } from './generated';
import { SEED } from './subgroup';
import { multiplyTarget } from './target-products';
import {
  conjugateTarget,
  HALF,
  high,
  isOne,
  middle,
  squareCyclotomic,
  squareQuartic,
  TARGET,
  thriceLess,
} from './tower';

/** the lowest bits of x */
const FIRST: i32 = 16;
const SECOND: i32 = 48;
const THIRD: i32 = 57;

// where the coefficients lie
const A2: usize = ELEMENT;
const A4: usize = 2 * ELEMENT;
const A1: usize = HALF;
const A3: usize = HALF + ELEMENT;
const A5: usize = HALF + 2 * ELEMENT;

const base: usize = memory.data(672, 16);
const first: usize = memory.data(672, 16);
const second: usize = memory.data(672, 16);
const third: usize = memory.data(672, 16);
const inverse: usize = memory.data(112, 16);
const factor: usize = memory.data(112, 16);
const firstDivisor: usize = memory.data(112, 16);
const secondDivisor: usize = memory.data(112, 16);
const thirdDivisor: usize = memory.data(112, 16);
const firstTwo: usize = memory.data(112, 16);
const s: usize = memory.data(112, 16);
const t: usize = memory.data(112, 16);

/** result = value to the x, which is negative */
export function powerOfSeed(result: usize, value: usize): void {
  memory.copy(first, value, TARGET);
  for (let i = 0; i < FIRST; i++) squareCompressed(first);
  memory.copy(second, first, TARGET);
  for (let i = FIRST; i < SECOND; i++) squareCompressed(second);
  memory.copy(third, second, TARGET);
  for (let i = SECOND; i < THIRD; i++) squareCompressed(third);
  if (!restoreAll()) {
    powerBySquares(result, value);
    return;
  }
  multiplyTarget(result, first, second);
  multiplyTarget(result, result, third);
  for (let i = THIRD + 1; i < 64; i++) {
    squareCyclotomic(third);
    if ((SEED >> i) & 1) multiplyTarget(result, result, third);
  }
  conjugateTarget(result, result);
}

/** The same for all values, also those whose coefficient of w is 0: 1 above all. */
function powerBySquares(result: usize, value: usize): void {
  memory.copy(base, value, TARGET);
  memory.copy(result, value, TARGET);
  if (isOne(value)) return;
  for (let bit: u64 = 1 << 62; bit > 0; bit >>= 1) {
    squareCyclotomic(result);
    if (SEED & bit) multiplyTarget(result, result, base);
  }
  conjugateTarget(result, result);
}

/** value = value², but for a0 and a3: see squareCyclotomic */
export function squareCompressed(value: usize): void {
  squareQuartic(middle, value + A1, value + A4);
  squareQuartic(high, value + A2, value + A5);
  twist(s, high + ELEMENT);
  carry(s, s);
  thriceLess(value + A1, s, true);
  thriceLess(value + A4, high, false);
  thriceLess(value + A2, middle, false);
  thriceLess(value + A5, middle + ELEMENT, true);
}

/** Finds a0 and a3 of the three powers, with one inversion; false when it cannot, since a1 of one is 0. */
function restoreAll(): bool {
  setDivisor(firstDivisor, first);
  setDivisor(secondDivisor, second);
  setDivisor(thirdDivisor, third);
  multiplyExtension(firstTwo, firstDivisor, secondDivisor);
  multiplyExtension(inverse, firstTwo, thirdDivisor);
  if (isZero(inverse)) return false;
  invertExtension(inverse, inverse);
  multiplyExtension(factor, inverse, firstTwo);
  restore(third, factor);
  multiplyExtension(inverse, inverse, thirdDivisor); // 1 / firstTwo
  multiplyExtension(factor, inverse, secondDivisor);
  restore(first, factor);
  multiplyExtension(factor, inverse, firstDivisor);
  restore(second, factor);
  return true;
}

/** result = 4·a1 */
function setDivisor(result: usize, power: usize): void {
  double(s, power + A1);
  double(s, s);
  carry(result, s);
}

/** a3 = (w⁶·a5² + 3·a2² - 2·a4) / (4·a1), a0 = w⁶·(2·a3² + a1·a5 - 3·a4·a2) + 1, with 1 / (4·a1) given */
export function restore(value: usize, quotient: usize): void {
  squareExtension(t, value + A5);
  twist(s, t);
  squareExtension(t, value + A2);
  add(s, s, t);
  add(s, s, t);
  add(s, s, t);
  subtract(s, s, value + A4);
  subtract(s, s, value + A4);
  carry(s, s);
  multiplyExtension(value + A3, s, quotient);
  squareExtension(t, value + A3);
  double(s, t);
  multiplyExtension(t, value + A1, value + A5);
  add(s, s, t);
  multiplyExtension(t, value + A4, value + A2);
  subtract(s, s, t);
  subtract(s, s, t);
  subtract(s, s, t);
  carry(s, s);
  twist(t, s);
  add(t, t, unit);
  reduce(value, t);
}
