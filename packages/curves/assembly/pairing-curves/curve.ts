/*
 * The two curves of a pairing, y² = x³ + b over the field (G1) and over its extension (G2), in projective coordinates
 * x, y, z; each b is in constants.ts. The formulas of Renes, Costello and Batina (eprint 2015/1060, algorithms 7 and 9)
 * hold for all points, infinity (0 : 1 : 0) and equal ones included: no such curve here has a point of order 2.
 *
 * `F` says what a place of the field holds: `Lanes` are two points of G1 side by side, `Extension` is one point of G2.
 */
import { constantOfCurve, timesConstant } from './constants';
import { double, ELEMENT, isZero } from './field';
import {
  add,
  addColumns,
  carry,
  copy,
  differenceAndLast,
  extensionColumns,
  lanesColumns,
  multiplyExtension,
  multiplyLanes,
  one,
  reduceColumns,
  squareColumns,
  squareLanes,
  subtract,
  subtractColumns,
  sumAndDouble,
  swap,
} from './generated';

export type Lanes = i32;
export type Extension = f64;

/** bytes of a point: x, y, z; their sizes are 1 */
export const POINT: usize = 3 * ELEMENT;
export const Y: usize = ELEMENT;
export const Z: usize = 2 * ELEMENT;

const t0: usize = memory.data(112, 16);
const t1: usize = memory.data(112, 16);
const t2: usize = memory.data(112, 16);
const t3: usize = memory.data(112, 16);
const t4: usize = memory.data(112, 16);
const t5: usize = memory.data(112, 16);
const t6: usize = memory.data(112, 16);
const u: usize = memory.data(112, 16);
const v: usize = memory.data(112, 16);
const columns: usize = memory.data(448, 16);
const others: usize = memory.data(448, 16);

/** result = left · right in the field F of the coordinates. */
@inline
export function multiply<F>(result: usize, left: usize, right: usize): void {
  if (isFloat<F>()) multiplyExtension(result, left, right);
  else multiplyLanes(result, left, right);
}

/** result = value² in the field F of the coordinates. */
@inline
export function square<F>(result: usize, value: usize): void {
  if (isFloat<F>()) squareExtension(result, value);
  else squareLanes(result, value);
}

/** columns = left · right: what is added up before it is reduced */
@inline
export function columnsOfProduct<F>(columns: usize, left: usize, right: usize): void {
  if (isFloat<F>()) extensionColumns(columns, left, right);
  else lanesColumns(columns, left, right);
}

/** columns = value² */
@inline
export function columnsOfSquare<F>(columns: usize, value: usize): void {
  if (isFloat<F>()) squareExtensionColumns(columns, value);
  else squareColumns(columns, value);
}

/** result = value², of x + y·i of size 2 at most: (x + y)(x - y) + 2x·y·i */
export function squareExtension(result: usize, value: usize): void {
  sumAndDouble(u, value);
  differenceAndLast(v, value);
  multiplyLanes(result, u, v);
}

/** columns = value², of x + y·i of size 2 at most */
export function squareExtensionColumns(columns: usize, value: usize): void {
  sumAndDouble(u, value);
  differenceAndLast(v, value);
  lanesColumns(columns, u, v);
}

/** result = left + right */
export function addPoints<F>(result: usize, left: usize, right: usize): void {
  multiply<F>(t0, left, right);
  multiply<F>(t1, left + Y, right + Y);
  multiply<F>(t2, left + Z, right + Z);
  crossProduct<F>(t3, left, right, 0, Y, t0, t1);
  crossProduct<F>(t4, left, right, Y, Z, t1, t2);
  crossProduct<F>(t5, left, right, 0, Z, t0, t2);
  double(u, t0);
  add(t0, t0, u);
  carry(t0, t0);
  timesConstant<F>(t2, t2);
  timesConstant<F>(t5, t5);
  add(t6, t1, t2);
  subtract(t1, t1, t2);
  columnsOfProduct<F>(columns, t3, t1);
  columnsOfProduct<F>(others, t4, t5);
  subtractColumns(columns, columns, others);
  reduceColumns(result, columns);
  sumOfProducts<F>(result + Y, t5, t0, t1, t6);
  sumOfProducts<F>(result + Z, t0, t3, t6, t4);
}

/** result = a·b + c·d, reduced once */
function sumOfProducts<F>(result: usize, a: usize, b: usize, c: usize, d: usize): void {
  columnsOfProduct<F>(columns, a, b);
  columnsOfProduct<F>(others, c, d);
  addColumns(columns, columns, others);
  reduceColumns(result, columns);
}

/** result = (a + b)(c + d) - a·c - b·d for coordinates a, b of one point and c, d of another; size 3 */
function crossProduct<F>(result: usize, left: usize, right: usize, a: usize, b: usize, ac: usize, bd: usize): void {
  add(u, left + a, left + b);
  add(v, right + a, right + b);
  multiply<F>(result, u, v);
  add(u, ac, bd);
  subtract(result, result, u);
}

/** result = 2 · point */
export function doublePoint<F>(result: usize, point: usize): void {
  square<F>(t0, point + Y);
  multiply<F>(t1, point + Y, point + Z);
  square<F>(t2, point + Z);
  multiply<F>(t3, point, point + Y);
  timesConstant<F>(t2, t2);
  double(t4, t0);
  double(t4, t4);
  carry(t4, t4);
  double(t4, t4);
  multiply<F>(result + Z, t1, t4);
  add(t5, t0, t2);
  double(t1, t2);
  add(t1, t1, t2);
  subtract(t0, t0, t1);
  carry(t0, t0);
  sumOfProducts<F>(result + Y, t2, t4, t0, t5);
  multiply<F>(t3, t0, t3);
  double(t3, t3);
  carry(result, t3);
}

/** point = infinity, in both lanes */
export function setInfinity(point: usize): void {
  memory.fill(point, 0, POINT);
  copy(point + Y, one);
}

/** Whether the point, in G1 both points, satisfy the equation of the curve. */
export function isOnCurve<F>(point: usize): bool {
  square<F>(t0, point + Y);
  multiply<F>(t0, t0, point + Z); // z is 0 or 1
  square<F>(t1, point);
  multiply<F>(t1, t1, point);
  multiply<F>(t2, point + Z, constantOfCurve<F>());
  add(t1, t1, t2);
  subtract(t0, t0, t1);
  return isZero(t0);
}

/** Copies a point. */
export function copyPoint(result: usize, point: usize): void {
  memory.copy(result, point, POINT);
}

/** Exchanges two points of G1. */
export function swapPoint(point: usize): void {
  for (let at: usize = 0; at < POINT; at += ELEMENT) swap(point + at, point + at);
}
