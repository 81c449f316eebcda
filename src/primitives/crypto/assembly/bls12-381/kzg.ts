/*
 * Proofs that the polynomial of a commitment C has the value y at z: e(C - y·[1] + z·π, [1]) · e(-π, [τ]) = 1, where [1] of G2
 * and [τ] never change. Against one sum and one product of pairings this saves a third: C and π are read and checked as the
 * lanes of one point, the multiple |x|·π of that check takes part in z·π, tables for y·[1] and all lines of [1] and [τ] are
 * kept.
 */
import { addPoints, copyPoint, Lanes, POINT, setInfinity, swapPoint, Y, Z } from './curve';
import { COMPRESSED, decompressG1 } from './compressed';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2 } from './encoding';
import { ELEMENT, invertLanes, zeroLanes } from './field';
import { carry, join, multiplyLanes, negate } from './generated';
import { isOneAfterFinalExponentiation } from './final-exponentiation';
import { LINES, prepareLines, productOfPrepared } from './prepared-lines';
import { input, TABLE, tables, total } from './places';
import { isInSubgroup, timesSeed, timesSeedOnce } from './subgroup';
import { addScalar, fillPairOfTables } from './sum-of-products';
import { multiplyAll } from './windows';

/** two tables, of the points that belong to two digits of a scalar each, and a point's scalar of four digits */
const TABLES: usize = 2 * TABLE;

/** behind what the compiler has laid out */
const generatorTables: usize = (<usize>memory.size()) << 16;
const linesOfOne: usize = generatorTables + TABLES;
const linesOfTau: usize = linesOfOne + LINES;
memory.grow(1);

const both: usize = memory.data(336, 16);
const single: usize = memory.data(336, 16);
const infinity: usize = memory.data(336, 16);
const inverse: usize = memory.data(112, 16);

/** Keeps what belongs to the encoded points at the input: [1] of G1, then [1] and [τ] of G2. */
export function prepareKzg(): bool {
  if (!decodeG1(single, input, input)) return false;
  timesSeed<Lanes>(both, single);
  fillPairOfTables(tables, single, both);
  memory.copy(generatorTables, tables, TABLES);
  if (!decodeG2(single, input + ENCODED_G1)) return false;
  prepareLines(linesOfOne, single);
  if (!decodeG2(single, input + ENCODED_G1 + ENCODED_G2)) return false;
  prepareLines(linesOfTau, single);
  return true;
}

/** Whether the claim at the input is true: commitment, proof (compressed), z and -y (split into four digits to the base |x|). */
export function isKzgProof(): bool {
  if (!decompressG1(both, input, input + COMPRESSED) || !isInSubgroup<Lanes>(both)) return false;
  setInfinity(infinity);
  setInfinity(total);
  for (let at: usize = 0; at < POINT; at += ELEMENT) join(total + at, both + at, infinity + at);
  copyPoint(single, both);
  swapPoint(single);
  swapPoint(timesSeedOnce);
  fillPairOfTables(tables, single, timesSeedOnce);
  memory.copy(tables + TABLES, generatorTables, TABLES);
  addScalar(0, input + 2 * COMPRESSED);
  addScalar(2, input + 2 * COMPRESSED + 32);
  multiplyAll<Lanes>(4, 17);
  copyPoint(single, total);
  swapPoint(single);
  addPoints<Lanes>(total, total, single);
  // the lanes: the sum, and -π
  for (let at: usize = 0; at < POINT; at += ELEMENT) join(total + at, total + at, both + at);
  negate(inverse, total + Y);
  carry(inverse, inverse);
  join(total + Y, total + Y, inverse);
  return isProductOne(zeroLanes(total + Z));
}

/** `infinities`: which of the two points are, bit by bit */
function isProductOne(infinities: i32): bool {
  if (infinities === 3) return true;
  invertLanes(inverse, total + Y);
  multiplyLanes(total + Z, total + Z, inverse); // 1 / y
  multiplyLanes(total, total, inverse);
  negate(total, total);
  carry(total, total); // -x / y
  const value = productOfPrepared(infinities & 1 ? 0 : linesOfOne, infinities & 2 ? 0 : linesOfTau, total, total + Z);
  return isOneAfterFinalExponentiation(value);
}
