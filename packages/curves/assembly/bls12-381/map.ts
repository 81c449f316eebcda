/*
 * The points that numbers map to (EIP-2537, RFC 9380): by the simplified map of Shallue, van de Woestijne and Ulas to
 * another curve y² = x³ + A·x + B, from there by an isogeny, into the subgroup by a multiple. Both candidates for x are
 * tried at once, as lanes of one power.
 */
import { invert, isFirstZero } from './add';
import { Extension, Lanes, multiply, setInfinity, square, Y, Z } from './curve';
import { decode, ELEMENT, ENCODED, toMontgomery, lowestBits, power, spread, zeroLanes } from './field';
import { encodeG1, encodeG2 } from './encoding';
import {
  add,
  carry,
  copy,
  half,
  isogenyOfG1,
  isogenyOfG2,
  join,
  mapA,
  mapB,
  mapOfG1,
  mapOfG2,
  mapZ,
  multiplyExtension,
  multiplyLanes,
  negate,
  one,
  squareLanes,
  subtract,
  swap,
  unit,
} from './generated';
import { input, output } from './places';
import { squareRootExponent } from './square-root';
import { clearCofactorOfG1, clearCofactorOfG2 } from './cofactor';

const u: usize = memory.data(112, 16);
const zu: usize = memory.data(112, 16);
const t: usize = memory.data(112, 16);
const s: usize = memory.data(112, 16);
const numerator: usize = memory.data(112, 16);
const denominator: usize = memory.data(112, 16);
const x: usize = memory.data(112, 16);
const y: usize = memory.data(112, 16);
const otherX: usize = memory.data(112, 16);
/** x³ + A·x + B of both candidates */
const g: usize = memory.data(112, 16);
const otherG: usize = memory.data(112, 16);
const point: usize = memory.data(336, 16);

/** Puts the point of the number at the input to the output; false when it is not below p. */
export function mapToG1(): bool {
  if (!decode(u, 0, input) || !decode(u, 1, input)) return false;
  toMontgomery(u);
  findCandidates<Lanes>(mapOfG1);
  join(s, g, otherG);
  power(t, s, squareRootExponent, 6);
  multiplyLanes(y, t, s);
  const lane: usize = (roots() & 1) !== 0 ? 0 : 1;
  spread(y, y, lane);
  if (lane === 1) copy(x, otherX);
  if (((lowestBits(u) ^ lowestBits(y)) & 1) !== 0) negateY();
  applyIsogenyOfG1();
  clearCofactorOfG1(point);
  encodeG1(output, point);
  return true;
}

/** The same for two numbers, the real and the imaginary part. */
export function mapToG2(): bool {
  if (!decode(u, 0, input) || !decode(u, 1, input + ENCODED)) return false;
  toMontgomery(u);
  findCandidates<Extension>(mapOfG2);
  // a square has a square for its norm
  squareLanes(s, g);
  swap(t, s);
  add(s, s, t);
  squareLanes(numerator, otherG);
  swap(t, numerator);
  add(numerator, numerator, t);
  join(s, s, numerator);
  carry(s, s);
  power(t, s, squareRootExponent, 6);
  multiplyLanes(y, t, s);
  const lane: usize = (roots() & 1) !== 0 ? 0 : 1;
  spread(s, y, lane); // the root of the norm
  if (lane === 1) {
    copy(x, otherX);
    copy(g, otherG);
  }
  takeRootOfExtension();
  if (signOf(u) !== signOf(y)) negateY();
  applyIsogenyOfG2();
  clearCofactorOfG2(point);
  encodeG2(output, point);
  return true;
}

/** Which lanes of y are roots of those of s. */
function roots(): i32 {
  squareLanes(t, y);
  subtract(t, t, s);
  return zeroLanes(t);
}

function negateY(): void {
  negate(y, y);
  carry(y, y);
}

/** x and g of the first candidate, and those of the other one. */
function findCandidates<F>(constants: usize): void {
  const a = constants + mapA;
  const b = constants + mapB;
  const z = constants + mapZ;
  square<F>(t, u);
  multiply<F>(zu, t, z);
  square<F>(t, zu);
  add(t, t, zu);
  carry(t, t);
  if (isFirstZero<F>(t)) {
    copy(numerator, b);
    multiply<F>(denominator, z, a);
  } else {
    add(numerator, t, isFloat<F>() ? unit : one);
    multiply<F>(numerator, numerator, b);
    multiply<F>(denominator, t, a);
    negate(denominator, denominator);
    carry(denominator, denominator);
  }
  invert<F>(denominator, denominator);
  multiply<F>(x, numerator, denominator);
  square<F>(t, x);
  add(t, t, a);
  multiply<F>(t, t, x);
  add(t, t, b);
  carry(g, t);
  multiply<F>(otherX, zu, x);
  square<F>(t, zu);
  multiply<F>(t, t, zu);
  multiply<F>(otherG, t, g);
}

/** y = a root of g = a + b·i, by that of its norm: of (a ± s) / 2 one is a square, y = r + b / 2r·i for its root r. */
function takeRootOfExtension(): void {
  spread(numerator, g, 0);
  spread(denominator, g, 1);
  const isReal = (zeroLanes(g) & 2) !== 0;
  if (isReal) {
    negate(s, numerator);
    join(s, numerator, s);
  } else {
    negate(t, s);
    join(s, s, t);
    add(s, numerator, s);
  }
  carry(s, s);
  if (!isReal) multiplyLanes(s, s, half);
  power(otherX, s, squareRootExponent, 6); // 1 / r
  multiplyLanes(y, otherX, s);
  const lane: usize = (roots() & 1) !== 0 ? 0 : 1;
  spread(y, y, lane);
  if (isReal) {
    // a root of a, or i times one of -a
    subtract(t, y, y);
    if (lane === 0) join(y, y, t);
    else join(y, t, y);
    return;
  }
  spread(otherX, otherX, lane);
  multiplyLanes(denominator, denominator, half);
  multiplyLanes(denominator, denominator, otherX);
  join(y, y, denominator);
}

/** Whether the number, or its imaginary part when the real one is 0, is odd. */
function signOf(value: usize): bool {
  const bits = lowestBits(value);
  return (zeroLanes(value) & 1) !== 0 ? (bits & 2) !== 0 : (bits & 1) !== 0;
}

/** Both quotients in lanes: numerator and denominator; polynomials of 16 coefficients, the highest first. */
function applyIsogenyOfG1(): void {
  const ofX = isogenyOfG1;
  const ofY = isogenyOfG1 + 16 * ELEMENT;
  copy(numerator, ofX);
  copy(denominator, ofY);
  for (let at = ELEMENT; at < 16 * ELEMENT; at += ELEMENT) {
    multiplyLanes(numerator, numerator, x);
    add(numerator, numerator, ofX + at);
    multiplyLanes(denominator, denominator, x);
    add(denominator, denominator, ofY + at);
  }
  carry(numerator, numerator); // (x's numerator, x's denominator)
  carry(denominator, denominator); // (y's numerator, y's denominator)
  multiplyLanes(t, numerator, denominator);
  spread(point + Z, t, 1);
  swap(s, denominator);
  multiplyLanes(t, numerator, s);
  spread(point, t, 0);
  spread(point + Y, t, 1);
  multiplyLanes(point + Y, point + Y, y);
  if (zeroLanes(point + Z) !== 0) setInfinity(point);
}

/** Four polynomials of four coefficients, the highest first: x's numerator and denominator, y's. */
function applyIsogenyOfG2(): void {
  evaluate(numerator, isogenyOfG2);
  evaluate(denominator, isogenyOfG2 + 4 * ELEMENT);
  evaluate(s, isogenyOfG2 + 8 * ELEMENT);
  evaluate(t, isogenyOfG2 + 12 * ELEMENT);
  multiplyExtension(point, numerator, t);
  multiplyExtension(point + Z, denominator, t);
  multiplyExtension(point + Y, s, denominator);
  multiplyExtension(point + Y, point + Y, y);
  if (zeroLanes(point + Z) === 3) setInfinity(point);
}

function evaluate(result: usize, polynomial: usize): void {
  copy(result, polynomial);
  for (let at = ELEMENT; at < 4 * ELEMENT; at += ELEMENT) {
    multiplyExtension(result, result, x);
    add(result, result, polynomial + at);
  }
  carry(result, result);
}
