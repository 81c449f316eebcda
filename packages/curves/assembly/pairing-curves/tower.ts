/*
 * The target field of the pairing: elements a0 + a1·w + … + a5·w⁵ over the extension x + y·i, with w⁶ = 1 + i
 * (BLS12-381) or 9 + i (BN254), which `twist` multiplies by. It is seen as two elements of the field with v = w², v³ =
 * w⁶: the even coefficients (a0, a2, a4) and the odd ones (a1, a3, a5). They lie in this order: a0 a2 a4 a1 a3 a5. All
 * coefficients have size 1 and, between the functions that are exported, lie between 0 and p, but for little; sums of
 * products of them, up to 13p (BLS12-381) and 52p, are reduced at the end (`reduce` in field.ts).
 */
import { squareExtensionColumns } from './curve';
import { double, ELEMENT, invertExtension, isZero, reduce } from './field';
import {
  add,
  carry,
  conjugate,
  copy,
  frobeniusFactors,
  multiplyExtension,
  negate,
  quarticColumns,
  reduceColumns,
  subtract,
  twist,
  unit,
} from './generated';

/** bytes of three coefficients, and of six */
export const HALF: usize = 3 * ELEMENT;
export const TARGET: usize = 6 * ELEMENT;

const B: usize = ELEMENT;
const C: usize = 2 * ELEMENT;

const s: usize = memory.data(112, 16);
const t: usize = memory.data(112, 16);
const ab: usize = memory.data(112, 16);
const ac: usize = memory.data(112, 16);
const bc: usize = memory.data(112, 16);
const aa: usize = memory.data(112, 16);
const bb: usize = memory.data(112, 16);
const cc: usize = memory.data(112, 16);
const xx: usize = memory.data(448, 16);
const yy: usize = memory.data(448, 16);
const xy: usize = memory.data(448, 16);
export const low: usize = memory.data(336, 16);
export const high: usize = memory.data(336, 16);
export const middle: usize = memory.data(336, 16);
export const sum: usize = memory.data(336, 16);
export const other: usize = memory.data(336, 16);

/** result = left · right, between -5p and 5p */
export function multiplyHalves(result: usize, left: usize, right: usize): void {
  multiplyExtension(aa, left, right);
  multiplyExtension(bb, left + B, right + B);
  multiplyExtension(cc, left + C, right + C);
  cross(ab, left, right, 0, B, aa, bb);
  cross(ac, left, right, 0, C, aa, cc);
  cross(bc, left, right, B, C, bb, cc);
  twist(s, bc);
  add(s, s, aa);
  carry(result, s);
  twist(s, cc);
  add(s, s, ab);
  carry(result + B, s);
  add(s, ac, bb);
  carry(result + C, s);
}

/** result = (l_i + l_j)(r_i + r_j) - l_i·r_i - l_j·r_j, of size 3 */
function cross(result: usize, left: usize, right: usize, i: usize, j: usize, ii: usize, jj: usize): void {
  add(s, left + i, left + j);
  add(t, right + i, right + j);
  multiplyExtension(result, s, t);
  subtract(result, result, ii);
  subtract(result, result, jj);
}

/** result = value · v */
export function timesV(result: usize, value: usize): void {
  twist(s, value + C);
  copy(t, value);
  copy(result + C, value + B);
  copy(result + B, t);
  carry(result, s);
}

/** result = left + right for halves of an element of the target field, element by element. */
export function addHalves(result: usize, left: usize, right: usize): void {
  for (let at: usize = 0; at < HALF; at += ELEMENT) {
    add(result + at, left + at, right + at);
    carry(result + at, result + at);
  }
}

/** result = left - right for halves of an element of the target field, element by element. */
export function subtractHalves(result: usize, left: usize, right: usize): void {
  for (let at: usize = 0; at < HALF; at += ELEMENT) {
    subtract(result + at, left + at, right + at);
    carry(result + at, result + at);
  }
}

/** result = low + (middle - low - high)·w + high·w² */
export function combine(result: usize): void {
  subtractHalves(middle, middle, low);
  subtractHalves(result + HALF, middle, high);
  timesV(high, high);
  addHalves(result, low, high);
  reduceAll(result);
}

/** Reduces all elements of an element of the target field in place. */
export function reduceAll(value: usize): void {
  for (let at: usize = 0; at < TARGET; at += ELEMENT) reduce(value + at, value + at);
}

/** result = value · (a + b·v) */
export function sparse(result: usize, value: usize, a: usize, b: usize): void {
  multiplyExtension(aa, value, a);
  multiplyExtension(bb, value + B, b);
  add(s, value, value + B);
  add(t, a, b);
  multiplyExtension(ab, s, t);
  subtract(ab, ab, aa);
  subtract(ab, ab, bb);
  multiplyExtension(cc, value + C, b);
  multiplyExtension(ac, value + C, a);
  twist(s, cc);
  add(s, s, aa);
  carry(result, s);
  carry(result + B, ab);
  add(s, ac, bb);
  carry(result + C, s);
}

/** result = value · c·v */
export function timesMiddle(result: usize, value: usize, c: usize): void {
  multiplyCoefficients(result, value, c);
  timesV(result, result);
}

/** result = each coefficient of a half times c */
export function multiplyCoefficients(result: usize, value: usize, c: usize): void {
  for (let at: usize = 0; at < HALF; at += ELEMENT) multiplyExtension(result + at, value + at, c);
}

/** The conjugate over the field of w²: the inverse, where the norm is 1. */
export function conjugateTarget(result: usize, value: usize): void {
  for (let at: usize = 0; at < HALF; at += ELEMENT) {
    copy(result + at, value + at);
    negate(result + HALF + at, value + HALF + at);
    reduce(result + HALF + at, result + HALF + at);
  }
}

/** result = 1 / value: (a - b·w) / (a² - b²·v) */
export function invertTarget(result: usize, value: usize): void {
  multiplyHalves(low, value, value);
  multiplyHalves(high, value + HALF, value + HALF);
  timesV(high, high);
  subtractHalves(low, low, high);
  invertHalf(other, low);
  multiplyHalves(low, value, other);
  multiplyHalves(high, value + HALF, other);
  memory.copy(result, low, HALF);
  for (let at: usize = 0; at < HALF; at += ELEMENT) negate(result + HALF + at, high + at);
  reduceAll(result);
}

/** Whether the value is 1. */
export function isOne(value: usize): bool {
  subtract(s, value, unit);
  let all = isZero(s);
  for (let at = ELEMENT; at < TARGET; at += ELEMENT) all = isZero(value + at) && all;
  return all;
}

/** value = 1 */
export function setOne(value: usize): void {
  memory.fill(value, 0, TARGET);
  copy(value, unit);
}

/** value = value^p */
export function frobenius(value: usize): void {
  for (let at: usize = 0; at < TARGET; at += ELEMENT) {
    conjugate(s, value + at);
    multiplyExtension(value + at, s, frobeniusFactors + at);
  }
}

/**
 * value = value² where the norm over the field of w³ is 1 too (Granger and Scott: eprint 2009/565): three squares over
 * the field of w³, of a0 + a3·w³, a1 + a4·w³ and a2 + a5·w³.
 */
export function squareCyclotomic(value: usize): void {
  squareQuartic(low, value, value + HALF + B); // a0, a3
  squareQuartic(middle, value + HALF, value + C); // a1, a4
  squareQuartic(high, value + B, value + HALF + C); // a2, a5
  twist(high + C, high + B);
  carry(high + C, high + C);
  thriceLess(value, low, false);
  thriceLess(value + HALF + B, low + B, true);
  thriceLess(value + HALF, high + C, true);
  thriceLess(value + C, high, false);
  thriceLess(value + B, middle, false);
  thriceLess(value + HALF + C, middle + B, true);
}

/** (x + y·w³)², two coefficients at the result: x² + w⁶·y² and 2xy */
export function squareQuartic(result: usize, x: usize, y: usize): void {
  squareExtensionColumns(xx, x);
  squareExtensionColumns(yy, y);
  add(s, x, y);
  squareExtensionColumns(xy, s);
  quarticColumns(xx, yy, xy);
  reduceColumns(result, xx);
  reduceColumns(result + B, xy);
}

/** result = 3 · square ± 2 · result */
export function thriceLess(result: usize, square: usize, isSum: bool): void {
  double(s, square);
  add(s, s, square);
  double(t, result);
  if (isSum) add(s, s, t);
  else subtract(s, s, t);
  reduce(result, s);
}

/** result = a·b - w⁶·c·d, or with `isTwisted` w⁶·a·b - c·d */
function minor(result: usize, a: usize, b: usize, c: usize, d: usize, isTwisted: bool): void {
  multiplyExtension(aa, a, b);
  multiplyExtension(bb, c, d);
  if (isTwisted) twist(aa, aa);
  else twist(bb, bb);
  subtract(aa, aa, bb);
  reduce(result, aa);
}

/** result = 1 / value, of a half: by the norm over the extension */
function invertHalf(result: usize, value: usize): void {
  minor(result, value, value, value + B, value + C, false);
  minor(result + B, value + C, value + C, value, value + B, true);
  multiplyExtension(aa, value + B, value + B);
  multiplyExtension(bb, value, value + C);
  subtract(aa, aa, bb);
  reduce(result + C, aa);
  multiplyExtension(aa, value, result);
  multiplyExtension(bb, value + C, result + B);
  multiplyExtension(cc, value + B, result + C);
  add(bb, bb, cc);
  twist(s, bb);
  add(s, s, aa);
  reduce(s, s);
  invertExtension(t, s);
  for (let at: usize = 0; at < HALF; at += ELEMENT) multiplyExtension(result + at, result + at, t);
}
