/*
 * Sums of two encoded points, as precompiles are called with them. In affine coordinates: with division steps, an
 * inversion costs less than the additional products of formulas without one.
 */
import { Extension, Lanes, multiply, POINT, square, swapPoint, Y, Z } from './curve';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2, encodeAffine } from './encoding';
import { double, ELEMENT, invertExtension, invertLanes, isZero, zeroLanes } from './field';
import { add, carry, subtract } from './generated';
import { input, output } from './places';

const left: usize = memory.data(336, 16);
const right: usize = memory.data(336, 16);
const rise: usize = memory.data(112, 16);
const run: usize = memory.data(112, 16);
const t: usize = memory.data(112, 16);

/** Writes the sum of the two points at the input to the output; false when one is not on the curve. */
export function addG1(): bool {
  if (!decodeG1(left, input, input + ENCODED_G1)) return false;
  memory.copy(right, left, POINT);
  swapPoint(right);
  const infinities = zeroLanes(left + Z);
  finish<Lanes>(ENCODED_G1, (infinities & 1) !== 0, (infinities & 2) !== 0);
  return true;
}

/**
 * Adds the two encoded points of G2 at the input and writes the sum to the output (EIP-2537); false when one is
 * malformed or off the curve.
 */
export function addG2(): bool {
  if (!decodeG2(left, input) || !decodeG2(right, input + ENCODED_G2)) return false;
  finish<Extension>(ENCODED_G2, isZero(left + Z), isZero(right + Z));
  return true;
}

function finish<F>(length: usize, isLeftInfinite: bool, isRightInfinite: bool): void {
  if (isLeftInfinite) memory.copy(output, input + length, length);
  else if (isRightInfinite) memory.copy(output, input, length);
  else if (addAffine<F>()) encodeAffine<F>(output, left);
  else memory.fill(output, 0, length);
}

/** left = left + right; false when that is infinity */
function addAffine<F>(): bool {
  subtract(run, right, left);
  subtract(rise, right + Y, left + Y);
  if (isFirstZero<F>(run)) {
    if (!isFirstZero<F>(rise)) return false; // no point has y = 0
    square<F>(rise, left);
    double(t, rise);
    add(rise, rise, t);
    double(run, left + Y);
  }
  carry(rise, rise);
  carry(run, run);
  invert<F>(run, run);
  multiply<F>(rise, rise, run); // the slope
  square<F>(t, rise);
  subtract(t, t, left);
  subtract(t, t, right);
  carry(t, t);
  subtract(run, left, t);
  multiply<F>(run, run, rise);
  subtract(run, run, left + Y);
  carry(left + Y, run);
  memory.copy(left, t, ELEMENT);
  return true;
}

/** Whether an element, of two the one in lane x, is 0. */
export function isFirstZero<F>(value: usize): bool {
  if (isFloat<F>()) return isZero(value);
  return (zeroLanes(value) & 1) !== 0;
}

/** result = 1 / value in the field F of the coordinates; 0 for 0. */
export function invert<F>(result: usize, value: usize): void {
  if (isFloat<F>()) invertExtension(result, value);
  else invertLanes(result, value);
}
