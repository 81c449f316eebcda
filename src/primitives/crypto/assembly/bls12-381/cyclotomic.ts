/*
 * Powers to the x in the cyclotomic subgroup, for the final exponentiation. A square there needs four of the six coefficients
 * to give these four again (Karabina: eprint 2010/542), two thirds of the time of a whole one. So the power to the 2^48, which
 * has few bits of x below it, is found without a0 and a3; these are restored for it and the power to the 2^16.
 */
import { squareExtension } from './curve';
import { double, ELEMENT, invertExtension, isZero, reduce } from './field';
import { add, carry, multiplyExtension, subtract, twist, unit } from './generated';
import { SEED } from './subgroup';
import {
  conjugateTarget,
  HALF,
  high,
  isOne,
  middle,
  multiplyTarget,
  squareCyclotomic,
  squareQuartic,
  TARGET,
  thriceLess,
} from './tower';

/** the lowest bit of x, and the next one */
const FIRST: i32 = 16;
const SECOND: i32 = 48;

// where the coefficients lie
const A2: usize = ELEMENT;
const A4: usize = 2 * ELEMENT;
const A1: usize = HALF;
const A3: usize = HALF + ELEMENT;
const A5: usize = HALF + 2 * ELEMENT;

const base: usize = memory.data(672, 16);
const first: usize = memory.data(672, 16);
const second: usize = memory.data(672, 16);
const inverse: usize = memory.data(112, 16);
const factor: usize = memory.data(112, 16);
const firstDivisor: usize = memory.data(112, 16);
const secondDivisor: usize = memory.data(112, 16);
const s: usize = memory.data(112, 16);
const t: usize = memory.data(112, 16);

/** result = value to the x, which is negative */
export function powerOfSeed(result: usize, value: usize): void {
  memory.copy(first, value, TARGET);
  for (let i = 0; i < FIRST; i++) squareCompressed(first);
  memory.copy(second, first, TARGET);
  for (let i = FIRST; i < SECOND; i++) squareCompressed(second);
  if (!restoreBoth()) {
    powerBySquares(result, value);
    return;
  }
  multiplyTarget(result, first, second);
  for (let i = SECOND + 1; i < 64; i++) {
    squareCyclotomic(second);
    if ((SEED >> i) & 1) multiplyTarget(result, result, second);
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

/** Finds a0 and a3 of both powers; false when it cannot, since a1 of one is 0. */
function restoreBoth(): bool {
  double(s, first + A1);
  double(s, s);
  carry(firstDivisor, s);
  double(s, second + A1);
  double(s, s);
  carry(secondDivisor, s);
  multiplyExtension(inverse, firstDivisor, secondDivisor);
  if (isZero(inverse)) return false;
  invertExtension(inverse, inverse);
  multiplyExtension(factor, inverse, secondDivisor);
  restore(first, factor);
  multiplyExtension(factor, inverse, firstDivisor);
  restore(second, factor);
  return true;
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
