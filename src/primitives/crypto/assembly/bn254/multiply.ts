/*
 * A point of G1 times a scalar, which is split with the endomorphism φ, multiplication by λ: k·P = k0·P + k1·φ(P). Four bits of
 * both are worked off at a time (Straus): signed digits from -7 to 8, a table of the multiples of P.
 */
import { Y, Z } from './curve';
import { recode } from './digits';
import { decodeG1, ENCODED_G1 } from './encoding';
import { ELEMENT, encode, invertFirst } from './field';
import { copy, cubeRoot, join, multiplyLanes, negate, one, spreadX, spreadY } from './generated';
import { addPacked, doublePacked, PACKED, X } from './packed';
import { input, output } from './places';

/** bytes of the absolute value of half a scalar, little-endian, and digits of it */
const HALF: usize = 16;
const WINDOWS: usize = 33;

/** of an entry of the table: (y, z), x twice, and the x of its image twice */
const ENTRY: usize = 3 * ELEMENT;

const point: usize = memory.data(240, 16);
const sum: usize = memory.data(160, 16);
const negated: usize = memory.data(80, 16);
const digits: usize = memory.data(2 * 33);
/** multiples 1 to 8 */
const table: usize = memory.data(8 * 240, 16);

/**
 * Puts the product of the encoded point at the input and the scalar behind it, k0 then k1, to the output; false when the point
 * is not on the curve. `signs`: which of k0 and k1 are negative, bit by bit.
 */
export function multiplyG1(signs: i32): bool {
  if (!decodeG1(point, input, input)) return false;
  fillTable();
  for (let half: usize = 0; half < 2; half++) recode(digits + half * WINDOWS, input + ENCODED_G1 + half * HALF, 2);
  memory.fill(sum, 0, PACKED);
  join(sum, one, sum); // infinity
  for (let window = WINDOWS; window-- > 0; ) {
    if (window + 1 < WINDOWS) for (let i = 0; i < 4; i++) doublePacked(sum);
    for (let half: usize = 0; half < 2; half++) {
      const digit = <i32>load<i8>(digits + half * WINDOWS + window);
      addMultiple((signs >> <i32>half) & 1 ? -digit : digit, (1 + half) * ELEMENT);
    }
  }
  encodeSum();
  return true;
}

/** The point is in both lanes. */
function fillTable(): void {
  join(sum, point + Y, point + Z);
  copy(sum + X, point);
  for (let entry = table; entry < table + 8 * ENTRY; entry += ENTRY) {
    if (entry > table) addPacked(sum, table, table + ELEMENT);
    copy(entry, sum);
    spreadY(entry + ELEMENT, sum + X);
    multiplyLanes(entry + 2 * ELEMENT, entry + ELEMENT, cubeRoot);
  }
}

/** sum += a multiple of the point or its image, whose x is at this place of an entry */
function addMultiple(digit: i32, x: usize): void {
  if (digit === 0) return;
  const entry = table + <usize>(abs(digit) - 1) * ENTRY;
  if (digit > 0) {
    addPacked(sum, entry, entry + x);
    return;
  }
  negate(negated, entry);
  join(negated, negated, entry);
  addPacked(sum, negated, entry + x);
}

/** infinity has z = 0, whose inverse is taken to be 0: all zeros */
function encodeSum(): void {
  spreadY(point, sum);
  invertFirst(point, point);
  spreadY(negated, sum + X);
  spreadX(sum, sum);
  join(sum, negated, sum);
  multiplyLanes(sum, sum, point);
  encode(output, sum);
}
