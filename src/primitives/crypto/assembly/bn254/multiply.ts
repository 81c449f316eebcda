/*
 * A point of G1 times a scalar, which is split with the endomorphism φ, multiplication by λ: k·P = k0·P + k1·φ(P). Four bits of
 * both are worked off at a time (Straus): signed digits from -7 to 8, a table of the multiples of P.
 */
import { recode } from './digits';
import { decodeG1, ENCODED_G1 } from './encoding';
import { encode, invertFirst } from './field';
import { join, multiplyLanes, spreadX, spreadY } from './generated';
import { doublePacked, X } from './packed';
import { addMultiple, fillPackedTable, setPackedInfinity } from './packed-table';
import { input, output } from './places';

/** bytes of the absolute value of half a scalar, little-endian, and digits of it */
const HALF: usize = 16;
const WINDOWS: usize = 33;

const point: usize = memory.data(240, 16);
const sum: usize = memory.data(160, 16);
const inverse: usize = memory.data(80, 16);
const x: usize = memory.data(80, 16);
const digits: usize = memory.data(2 * 33);
/** multiples 1 to 8 */
const table: usize = memory.data(8 * 240, 16);

/**
 * Puts the product of the encoded point at the input and the scalar behind it, k0 then k1, to the output; false when the point
 * is not on the curve. `signs`: which of k0 and k1 are negative, bit by bit.
 */
export function multiplyG1(signs: i32): bool {
  if (!decodeG1(point, input, input)) return false;
  fillPackedTable(table, 8, point, 0);
  for (let half: usize = 0; half < 2; half++) recode(digits + half * WINDOWS, input + ENCODED_G1 + half * HALF, 2);
  setPackedInfinity(sum);
  for (let window = WINDOWS; window-- > 0; ) {
    if (window + 1 < WINDOWS) for (let i = 0; i < 4; i++) doublePacked(sum);
    for (let half: usize = 0; half < 2; half++) {
      const digit = <i32>load<i8>(digits + half * WINDOWS + window);
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
