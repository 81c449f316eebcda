/*
 * Sums of points times scalars. A scalar is split with the endomorphism e of the subgroup, which is multiplication by
 * s = |x|² (G1) or |x| (G2): k·P = k0·P + k1·e(P) + …, with the digits of k to the base s as scalars of 128 or 64 bits.
 * The two halves of G1 are the lanes of one product. windows.ts adds the products up.
 */
import { endomorphism } from './endomorphism';
import { addPoints, copyPoint, Extension, Lanes, POINT, setInfinity, swapPoint } from './curve';
import { recode } from './digits';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2, encodeG1, encodeG2 } from './encoding';
import { ELEMENT } from './field';
import { join, swap } from './generated';
import { digits, input, MOST_WINDOWS, output, SCALAR, TABLE, tables, total } from './places';
import { accumulateManyG2 } from './sum-by-buckets';
import { isInSubgroup, isInSubgroupAlone, timesSeedOnce } from './subgroup';
import { fillTable, multiplyAll } from './windows';

/** points of G2 from which buckets take less time than tables */
const MANY_POINTS: usize = 28;

const pair: usize = memory.data(336, 16);
const product: usize = memory.data(336, 16);
const entry: usize = memory.data(336, 16);

/** Starts a sum. */
export function begin(): void {
  setInfinity(total);
}

/** Adds `count` points of G1 with their scalars; false when a point is not of the subgroup. */
export function accumulateG1(count: usize): bool {
  for (let i: usize = 0; i < count; i += 2) {
    const second = min(i + 1, count - 1);
    if (!decodeG1(pair, input + i * ENCODED_G1, input + second * ENCODED_G1)) return false;
    if (!isInSubgroup<Lanes>(pair)) return false;
    setHalves(tables + i * TABLE + POINT, pair);
    swapPoint(pair);
    setHalves(tables + second * TABLE + POINT, pair);
  }
  const scalars = input + count * ENCODED_G1;
  for (let i: usize = 0; i < count; i++) {
    fillTable<Lanes>(tables + i * TABLE);
    for (let lane: usize = 0; lane < 2; lane++) {
      recode(digits + (2 * i + lane) * MOST_WINDOWS, scalars + i * SCALAR + 16 * lane, 2);
    }
  }
  multiplyAll<Lanes>(count, 33);
  return true;
}

/** The same for one point or two; scalars are in four digits to the base |x|, which takes half of the doublings. */
export function accumulateFewG1(count: usize): bool {
  if (!decodeG1(pair, input, input + (count - 1) * ENCODED_G1)) return false;
  if (!(count === 1 ? isInSubgroupAlone(pair) : isInSubgroup<Lanes>(pair))) return false;
  for (let i: usize = 0; i < count; i++) {
    if (i > 0) {
      swapPoint(pair);
      swapPoint(timesSeedOnce);
    }
    fillPairOfTables(tables + 2 * i * TABLE, pair, timesSeedOnce);
    addScalar(2 * i, input + count * ENCODED_G1 + i * SCALAR);
  }
  multiplyAll<Lanes>(2 * count, 17);
  return true;
}

/** The point in lane x and its image in lane y. */
function setHalves(result: usize, point: usize): void {
  endomorphism<Lanes>(entry, point);
  for (let at: usize = 0; at < POINT; at += ELEMENT) {
    swap(product, entry + at);
    join(result + at, point + at, product);
  }
}

/** Adds `count` points of G2 with their scalars; false when a point is not of the subgroup. */
export function accumulateG2(count: usize): bool {
  if (count >= MANY_POINTS) return accumulateManyG2(count);
  const scalars = input + count * ENCODED_G2;
  for (let i: usize = 0; i < count; i++) {
    const table = tables + i * 4 * TABLE;
    const first = table + POINT;
    if (!decodeG2(first, input + i * ENCODED_G2) || !isInSubgroup<Extension>(first)) return false;
    fillTable<Extension>(table);
    for (let part: usize = 0; part < 4; part++) {
      const places = digits + (4 * i + part) * 2 * MOST_WINDOWS;
      recode(places, scalars + i * SCALAR + 8 * part, 1);
      memory.copy(places + MOST_WINDOWS, places, MOST_WINDOWS);
      if (part > 0) mapTable(table + part * TABLE);
    }
  }
  multiplyAll<Extension>(4 * count, 17);
  return true;
}

/** Two tables, for the digits to the base |x| of a scalar of the point in lane x; `multiple` is |x| times that point. */
function fillPairOfTables(at: usize, point: usize, multiple: usize): void {
  const end = at + TABLE;
  for (let part: usize = 0; part < POINT; part += ELEMENT) {
    swap(entry + part, multiple + part);
    join(at + POINT + part, point + part, entry + part);
  }
  fillTable<Lanes>(at);
  for (; at < end; at += POINT) {
    endomorphism<Lanes>(entry, at);
    for (let part: usize = 0; part < POINT; part += ELEMENT) {
      swap(product, at + part);
      join(at + TABLE + part, product, entry + part);
      swap(product, entry + part);
      join(at + part, at + part, product);
    }
  }
}

/** The digits of a scalar to the base |x|, four of 64 bits, for the pair of tables that begins with this one. */
function addScalar(table: usize, scalar: usize): void {
  for (let digit: usize = 0; digit < 4; digit++) {
    const lane = digit >> 1;
    recode(digits + (2 * (table + (digit & 1)) + lane) * MOST_WINDOWS, scalar + 8 * digit, 1);
  }
}

/** The images of the points of the table before. */
function mapTable(table: usize): void {
  for (let at = table; at < table + TABLE; at += POINT) endomorphism<Extension>(at, at - TABLE);
}

/** Writes the sum to the output. */
export function finishG1(): void {
  copyPoint(product, total);
  swapPoint(product);
  addPoints<Lanes>(total, total, product);
  encodeG1(output, total);
}

/** Writes the sum in G2 to the output. */
export function finishG2(): void {
  encodeG2(output, total);
}

/**
 * Checks the encoded point of G1 at the input: 0 when it is in the group, 1 malformed or off the curve, 2 outside the
 * subgroup.
 */
export function faultOfG1(): i32 {
  if (!decodeG1(pair, input, input)) return 1;
  return isInSubgroupAlone(pair) ? 0 : 2;
}

/** The same for the encoded point of G2 at the input. */
export function faultOfG2(): i32 {
  if (!decodeG2(pair, input)) return 1;
  return isInSubgroup<Extension>(pair) ? 0 : 2;
}
