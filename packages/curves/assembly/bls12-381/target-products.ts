/*
 * Products in the target field. What is multiplied are coefficients; the columns of these products are added up and
 * each coefficient of the result is reduced once, so 6 times instead of 18. It lies between 0 and p, but for little.
 */
import { squareExtensionColumns } from './curve';
import { ELEMENT } from './field';
import { add, extensionColumns, halvesColumns, reduceColumns, squareTargetColumns, targetColumns } from './generated';
import { HALF } from './tower';

const B: usize = ELEMENT;
const C: usize = 2 * ELEMENT;

const aa: usize = memory.data(448, 16);
const bb: usize = memory.data(448, 16);
const cc: usize = memory.data(448, 16);
const ab: usize = memory.data(448, 16);
const ac: usize = memory.data(448, 16);
const bc: usize = memory.data(448, 16);
const l0: usize = memory.data(448, 16);
const l1: usize = memory.data(448, 16);
const l2: usize = memory.data(448, 16);
const h0: usize = memory.data(448, 16);
const h1: usize = memory.data(448, 16);
const h2: usize = memory.data(448, 16);
const m0: usize = memory.data(448, 16);
const m1: usize = memory.data(448, 16);
const m2: usize = memory.data(448, 16);
/** zeros */
const none: usize = memory.data(448, 16);
const s: usize = memory.data(112, 16);
const t: usize = memory.data(112, 16);
const sum: usize = memory.data(336, 16);
const other: usize = memory.data(336, 16);

/** result = left · right */
export function multiplyTarget(result: usize, left: usize, right: usize): void {
  multiplyHalves(l0, l1, l2, left, right);
  multiplyHalves(h0, h1, h2, left + HALF, right + HALF);
  addHalves(sum, left);
  addHalves(other, right);
  multiplyHalves(m0, m1, m2, sum, other);
  targetColumns(l0, l1, l2, h0, h1, h2, m0, m1, m2);
  reduceHalf(result, l0, l1, l2);
  reduceHalf(result + HALF, m0, m1, m2);
}

/** value = value · factor, where the coefficient of w in the factor is 0 */
export function multiplyByPair(value: usize, factor: usize): void {
  const odd = factor + HALF;
  multiplyHalves(l0, l1, l2, value, factor);
  const high = value + HALF;
  extensionColumns(bb, high + B, odd + B);
  extensionColumns(cc, high + C, odd + C);
  add(s, high, high + B);
  extensionColumns(ab, s, odd + B);
  add(s, high, high + C);
  extensionColumns(ac, s, odd + C);
  cross(bc, high, odd, B, C);
  halvesColumns(h0, h1, h2, none, bb, cc, ab, ac, bc);
  addHalves(sum, value);
  addHalves(other, factor);
  multiplyHalves(m0, m1, m2, sum, other);
  targetColumns(l0, l1, l2, h0, h1, h2, m0, m1, m2);
  reduceHalf(value, l0, l1, l2);
  reduceHalf(value + HALF, m0, m1, m2);
}

/** result = value²: a² + v·b², and 2·a·b·w */
export function squareTarget(result: usize, value: usize): void {
  squareHalf(l0, l1, l2, value);
  squareHalf(h0, h1, h2, value + HALF);
  multiplyHalves(m0, m1, m2, value, value + HALF);
  squareTargetColumns(l0, l1, l2, h0, h1, h2, m0, m1, m2);
  reduceHalf(result, l0, l1, l2);
  reduceHalf(result + HALF, m0, m1, m2);
}

/** The columns of the square of a half. */
function squareHalf(c0: usize, c1: usize, c2: usize, value: usize): void {
  squareExtensionColumns(aa, value);
  squareExtensionColumns(bb, value + B);
  squareExtensionColumns(cc, value + C);
  add(s, value, value + B);
  squareExtensionColumns(ab, s);
  add(s, value, value + C);
  squareExtensionColumns(ac, s);
  add(s, value + B, value + C);
  squareExtensionColumns(bc, s);
  halvesColumns(c0, c1, c2, aa, bb, cc, ab, ac, bc);
}

/** The columns of the product of two halves, whose sizes multiply to 4. */
function multiplyHalves(c0: usize, c1: usize, c2: usize, left: usize, right: usize): void {
  extensionColumns(aa, left, right);
  extensionColumns(bb, left + B, right + B);
  extensionColumns(cc, left + C, right + C);
  cross(ab, left, right, 0, B);
  cross(ac, left, right, 0, C);
  cross(bc, left, right, B, C);
  halvesColumns(c0, c1, c2, aa, bb, cc, ab, ac, bc);
}

/** result = (l_i + l_j)(r_i + r_j) */
function cross(result: usize, left: usize, right: usize, i: usize, j: usize): void {
  add(s, left + i, left + j);
  add(t, right + i, right + j);
  extensionColumns(result, s, t);
}

/** result = the sum of both halves */
function addHalves(result: usize, value: usize): void {
  for (let at: usize = 0; at < HALF; at += ELEMENT) add(result + at, value + at, value + HALF + at);
}

function reduceHalf(result: usize, c0: usize, c1: usize, c2: usize): void {
  reduceColumns(result, c0);
  reduceColumns(result + B, c1);
  reduceColumns(result + C, c2);
}
