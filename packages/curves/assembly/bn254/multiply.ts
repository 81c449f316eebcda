/*
 * A point of G1 times a scalar, which is split with the endomorphism φ, multiplication by λ: k·P = k0·P + k1·φ(P). Both
 * are handled together (Straus), in odd digits from -15 to 15 with a table of these multiples of P.
 */
import { recodeOdd } from './digits';
import { decodeG1, ENCODED_G1 } from './encoding';
import { encode, invertFirst } from './field';
import { join, multiplyLanes, spreadX, spreadY } from './generated';
import { doublePacked, X } from './packed';
import { addMultiple, fillPackedTable, setPackedInfinity } from './packed-table';
import { input, output } from './places';

/** bytes of the absolute value of half a scalar, little-endian, and digits of it */
const HALF: usize = 16;
const BITS: usize = 128;
const WIDTH: usize = 5;
/** bytes of the odd digits */
const DIGITS: usize = 2 * (BITS + 1);

const point: usize = memory.data(240, 16);
const sum: usize = memory.data(160, 16);
const inverse: usize = memory.data(80, 16);
const x: usize = memory.data(80, 16);
const digits: usize = memory.data(2 * 2 * 129, 2);
/** multiples 1, 3, … 15 */
const table: usize = memory.data(8 * 240, 16);

/**
 * Puts the product of the encoded point at the input and the scalar behind it, k0 then k1, to the output; false when
 * the point is not on the curve. `signs`: which of k0 and k1 are negative, bit by bit.
 */
export function multiplyG1(signs: i32): bool {
  if (!decodeG1(point, input, input)) return false;
  fillPackedTable(table, 8, point, 0);
  for (let half: usize = 0; half < 2; half++) {
    recodeOdd(digits + half * DIGITS, input + ENCODED_G1 + half * HALF, 2, WIDTH);
  }
  setPackedInfinity(sum);
  for (let bit = BITS + 1; bit-- > 0; ) {
    if (bit < BITS) doublePacked(sum);
    for (let half: usize = 0; half < 2; half++) {
      const digit = <i32>load<i16>(digits + half * DIGITS + 2 * bit);
      addMultiple(sum, table, (signs >> <i32>half) & 1 ? -digit : digit, half === 1);
    }
  }
  encodeSum();
  return true;
}

/** infinity has z = 0, whose inverse is taken to be 0: all zeros */
function encodeSum(): void {
  spreadY(inverse, sum);
  invertFirst(inverse, inverse);
  spreadY(x, sum + X);
  spreadX(sum, sum);
  join(sum, x, sum);
  multiplyLanes(sum, sum, inverse);
  encode(output, sum);
}
