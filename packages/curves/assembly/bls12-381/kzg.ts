/*
 * Proofs that the polynomial of a commitment C has the value y at z: e(C - y·[1] + z·π, [1]) · e(-π, [τ]) = 1, where
 * [1] of G2 and [τ] never change. Against one sum and one product of pairings this saves a half: C and π are read and
 * checked as the lanes of one point, the multiple |x|·π of that check takes part in z·π, tables for y·[1] and all lines
 * of [1] and [τ] are kept.
 */
import { COMPRESSED, decompressG1 } from './compressed';
import { Lanes, Y, Z } from './curve';
import { recodeOdd } from './digits';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2 } from './encoding';
import { invertLanes, zeroLanes } from './field';
import { isOneAfterFinalExponentiation } from './final-exponentiation';
import { carry, join, multiplyLanes, negate, spreadY } from './generated';
import { addPacked, doublePacked, X } from './packed';
import { addMultiple, ENTRY, fillPackedTable, pack, setPackedInfinity } from './packed-table';
import { input } from './places';
import { LINES, prepareLines, productOfPrepared } from './prepared-lines';
import { isInSubgroup, timesSeed, timesSeedOnce } from './subgroup';

/**
 * A scalar has four digits to the base |x|, of so many bits, in which odd digits of 5 bits (z) or 9 bits (y) are found.
 */
const DIGITS: usize = 4;
const BITS: usize = 64;
const WIDTH_OF_Z: usize = 5;
const WIDTH_OF_Y: usize = 9;
/** bytes of the odd digits */
const ODD_DIGITS: usize = 2 * (BITS + 1);
const MULTIPLES: usize = 8;
const MULTIPLES_OF_ONE: usize = 128;
const TABLE: usize = MULTIPLES * ENTRY;
const TABLE_OF_ONE: usize = MULTIPLES_OF_ONE * ENTRY;

/** Tables of [1] and |x|·[1], behind what the compiler has laid out, and the lines of [1] and [τ] of G2. */
const tablesOfOne: usize = (<usize>memory.size()) << 16;
const lines: usize = tablesOfOne + 2 * TABLE_OF_ONE;
/** Tables of π and |x|·π. */
const tables: usize = lines + LINES;
memory.grow(3);

const digitsOfZ: usize = memory.data(4 * 2 * 65, 2);
const digitsOfY: usize = memory.data(4 * 2 * 65, 2);

const both: usize = memory.data(336, 16);
const single: usize = memory.data(336, 16);
const total: usize = memory.data(336, 16);
const sum: usize = memory.data(224, 16);
const packed: usize = memory.data(224, 16);
const inverse: usize = memory.data(112, 16);

/** Keeps what belongs to the encoded points at the input: [1] of G1, then [1] and [τ] of G2. */
export function prepareKzg(): bool {
  if (!decodeG1(single, input, input)) return false;
  timesSeed<Lanes>(both, single);
  fillPackedTable(tablesOfOne, MULTIPLES_OF_ONE, single, 0);
  fillPackedTable(tablesOfOne + TABLE_OF_ONE, MULTIPLES_OF_ONE, both, 0);
  if (!decodeG2(single, input + ENCODED_G1)) return false;
  if (!decodeG2(both, input + ENCODED_G1 + ENCODED_G2)) return false;
  prepareLines(lines, single, both);
  return true;
}

/**
 * Whether the claim at the input is true: commitment, proof (compressed), z and -y (split into four digits to the base
 * |x|).
 */
export function isKzgProof(): bool {
  if (!decompressG1(both, input, input + COMPRESSED) || !isInSubgroup<Lanes>(both)) return false;
  fillPackedTable(tables, MULTIPLES, both, 1);
  fillPackedTable(tables + TABLE, MULTIPLES, timesSeedOnce, 1);
  addProducts(input + 2 * COMPRESSED, input + 2 * COMPRESSED + 8 * DIGITS);
  pack(packed, both, 0);
  addPacked(sum, packed, packed + X);
  // the lanes: the sum, and -π
  spreadY(inverse, sum + X);
  join(total, inverse, both);
  join(total + Y, sum, both + Y);
  spreadY(inverse, sum);
  join(total + Z, inverse, both + Z);
  negate(inverse, total + Y);
  carry(inverse, inverse);
  join(total + Y, total + Y, inverse);
  return isProductOne(zeroLanes(total + Z));
}

/** sum = z·π - y·[1]: the multiple |x|² of a point is the negative of its image */
function addProducts(z: usize, y: usize): void {
  for (let digit: usize = 0; digit < DIGITS; digit++) {
    recodeOdd(digitsOfZ + digit * ODD_DIGITS, z + 8 * digit, 1, WIDTH_OF_Z);
    recodeOdd(digitsOfY + digit * ODD_DIGITS, y + 8 * digit, 1, WIDTH_OF_Y);
  }
  setPackedInfinity(sum);
  for (let bit = BITS + 1; bit-- > 0; ) {
    if (bit < BITS) doublePacked(sum);
    for (let digit: usize = 0; digit < DIGITS; digit++) {
      const isOfImage = digit >= 2;
      const at = digit * ODD_DIGITS + 2 * bit;
      const multiple = <i32>load<i16>(digitsOfZ + at);
      addMultiple(sum, tables + (digit & 1) * TABLE, isOfImage ? -multiple : multiple, isOfImage);
      const multipleOfOne = <i32>load<i16>(digitsOfY + at);
      addMultiple(sum, tablesOfOne + (digit & 1) * TABLE_OF_ONE, isOfImage ? -multipleOfOne : multipleOfOne, isOfImage);
    }
  }
}

/** `infinities`: which of the two points are, bit by bit */
function isProductOne(infinities: i32): bool {
  if (infinities === 3) return true;
  invertLanes(inverse, total + Y);
  multiplyLanes(total + Z, total + Z, inverse); // 1 / y
  multiplyLanes(total, total, inverse);
  negate(total, total);
  carry(total, total); // -x / y
  const value = productOfPrepared(lines, total, total + Z, infinities);
  return isOneAfterFinalExponentiation(value);
}
