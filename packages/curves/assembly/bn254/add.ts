/*
 * The sum of two encoded points of G1, which are the lanes of one place. In affine coordinates: with division steps, an
 * inversion costs less than the additional products of formulas without one.
 */
import { ENCODED_G1 } from './encoding';
import { decode, ELEMENT, ENCODED, encode, toMontgomery, invertFirst, isZero } from './field';
import { add, carry, constantOfG1, join, multiplyLanes, squareLanes, subtract, swap } from './generated';
import { input, output } from './places';

const x: usize = memory.data(80, 16);
const y: usize = memory.data(80, 16);
const rise: usize = memory.data(80, 16);
const run: usize = memory.data(80, 16);
const t: usize = memory.data(80, 16);

/** Writes the sum of the two points at the input to the output; false when one is not on the curve. */
export function addG1(): bool {
  const right = input + ENCODED_G1;
  const isLeftInfinite = isAllZero(input);
  const isRightInfinite = isAllZero(right);
  if (!read(0, input, isLeftInfinite) || !read(1, right, isRightInfinite)) return false;
  toMontgomery(x);
  toMontgomery(y);
  squareLanes(run, x);
  multiplyLanes(t, run, x);
  squareLanes(rise, y);
  add(t, t, constantOfG1);
  subtract(rise, rise, t);
  if (!isZero(rise)) return false;
  if (isLeftInfinite) memory.copy(output, right, ENCODED_G1);
  else if (isRightInfinite) memory.copy(output, input, ENCODED_G1);
  else if (setSlope(right)) encodeSum();
  else memory.fill(output, 0, ENCODED_G1);
  return true;
}

/** Reads a point into a lane, (1, 2) for infinity; false when a coordinate is not below p. */
function read(lane: usize, bytes: usize, isInfinite: bool): bool {
  if (!isInfinite) return decode(x, lane, bytes) && decode(y, lane, bytes + ENCODED);
  for (let at = lane << 2; at < ELEMENT; at += 8) {
    store<u32>(x + at, 0);
    store<u32>(y + at, 0);
  }
  store<u32>(x + (lane << 2), 1);
  store<u32>(y + (lane << 2), 2);
  return true;
}

/**
 * rise = the slope of the line through both points, the tangent where they are equal; false when the sum is infinity.
 */
function setSlope(right: usize): bool {
  if (isEqual(input, right)) {
    if (!isEqual(input + ENCODED, right + ENCODED)) return false; // no point has y = 0
    add(rise, run, run);
    add(rise, rise, run);
    add(run, y, y);
  } else {
    swap(run, x);
    swap(rise, y);
    subtract(run, run, x);
    subtract(rise, rise, y);
  }
  carry(rise, rise);
  carry(run, run);
  invertFirst(run, run);
  multiplyLanes(rise, rise, run);
  return true;
}

function encodeSum(): void {
  squareLanes(t, rise);
  subtract(t, t, x);
  swap(run, x);
  subtract(t, t, run);
  carry(t, t);
  subtract(run, x, t);
  multiplyLanes(run, run, rise);
  subtract(run, run, y);
  carry(run, run);
  swap(run, run);
  join(t, t, run);
  encode(output, t);
}

/** Whether the coordinates of a point are all 0. */
function isAllZero(bytes: usize): bool {
  const any = v128.or(
    v128.or(v128.load(bytes), v128.load(bytes, 16)),
    v128.or(v128.load(bytes, 32), v128.load(bytes, 48)),
  );
  return !v128.any_true(any);
}

/** Whether two encoded coordinates are equal. */
function isEqual(left: usize, right: usize): bool {
  const first = v128.xor(v128.load(left), v128.load(right));
  return !v128.any_true(v128.or(first, v128.xor(v128.load(left, 16), v128.load(right, 16))));
}
