/*
 * Lines through multiples of points of G2, which go along in Jacobian coordinates, taken at points of G1. A line with
 * the slope s at a point (x, y) of G2 has three coefficients: s·x - y, -s·px and py, where (px, py) is the point of G1.
 * Factors of the extension do not count, so divisions are left out. Where they belong in the target field is in
 * line-products.ts.
 */
import { Extension, POINT, squareExtension, Y, Z } from './curve';
import { doubleJacobian } from './doublings';
import { double, ELEMENT } from './field';
import { add, carry, multiplyExtension, multiplyLanes, subtract } from './generated';

/** Of each pair: -px and py in both lanes, the point of G2 with z = 1, and its multiple. */
export const PAIR: usize = 2 * ELEMENT + 2 * POINT;
export const FIXED: usize = 2 * ELEMENT;
export const MOVING: usize = FIXED + POINT;

/** The last line: the three coefficients. */
export const line: usize = memory.data(336, 16);
const a: usize = memory.data(112, 16);
const b: usize = memory.data(112, 16);
const c: usize = memory.data(112, 16);
const d: usize = memory.data(112, 16);
const e: usize = memory.data(112, 16);

/** Starts the multiples of a pair with the point, whose z is 1. */
export function setMultiple(pair: usize, point: usize): void {
  memory.copy(pair + FIXED, point, POINT);
  memory.copy(pair + MOVING, point, POINT);
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

/**
 * The line through the multiple and a point with z = 1, with r / z for its slope, times z; then the multiple is their
 * sum.
 */
export function addWithLine(pair: usize, x: usize): void {
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
