/*
 * Sums of points times scalars. A scalar is split with the endomorphism e of the subgroup, which is multiplication by
 * s = |x|² (G1) or |x| (G2): k·P = k0·P + k1·e(P) + …, with the digits of k to the base s as scalars of 128 or 64 bits.
 * The two halves of G1 are the lanes of one product. Four bits of all scalars are worked off at a time (Straus): signed
 * digits from -7 to 8, a table of the multiples of each part.
 */
import { addPoints, copyPoint, doublePoint, endomorphism, Extension, Lanes, POINT, setInfinity, Y } from './curve';
import { doubleTimes } from './doublings';
import { decodeG1, decodeG2, ENCODED_G1, ENCODED_G2, encodeG1, encodeG2 } from './encoding';
import { ELEMENT } from './field';
import { join, negate, swap } from './generated';
import { digits, input, MOST_WINDOWS, output, SCALAR, TABLE, tables, total } from './places';
import { accumulateManyG2 } from './sum-by-buckets';
import { isInSubgroup, isInSubgroupAlone, timesSeedOnce } from './subgroup';

/** points of G2 from which buckets take less time than tables */
const MANY_POINTS: usize = 28;

const pair: usize = memory.data(336, 16);
const product: usize = memory.data(336, 16);
const entry: usize = memory.data(336, 16);
const sign: usize = memory.data(112, 16);

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

export function swapPoint(point: usize): void {
  for (let at: usize = 0; at < POINT; at += ELEMENT) swap(point + at, point + at);
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

/** Two tables, for the digits to the base |x| of a scalar of the point in lane x, of which `multiple` is |x| times. */
export function fillPairOfTables(at: usize, point: usize, multiple: usize): void {
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
export function addScalar(table: usize, scalar: usize): void {
  for (let digit: usize = 0; digit < 4; digit++) {
    const lane = digit >> 1;
    recode(digits + (2 * (table + (digit & 1)) + lane) * MOST_WINDOWS, scalar + 8 * digit, 1);
  }
}

/** Multiples 0 to 8 of the point that is there as the first. */
function fillTable<F>(table: usize): void {
  setInfinity(table);
  for (let i: usize = 2; i <= 8; i++) {
    addPoints<F>(table + i * POINT, table + (i - 1) * POINT, table + POINT);
  }
}

/** The images of the points of the table before. */
function mapTable(table: usize): void {
  for (let at = table; at < table + TABLE; at += POINT) endomorphism<Extension>(at, at - TABLE);
}

/** A number of `words` times 64 bits in digits from -7 to 8, the lowest first: one more than its nibbles. */
function recode(result: usize, number: usize, words: usize): void {
  let carried: i32 = 0;
  const nibbles: usize = 16 * words;
  for (let i: usize = 0; i < nibbles; i++) {
    const digit = ((<i32>load<u8>(number + (i >> 1)) >> <i32>((i & 1) << 2)) & 15) + carried;
    carried = <i32>(digit > 8);
    store<i8>(result + i, digit - (carried << 4));
  }
  store<i8>(result + nibbles, carried);
}

/** total += the sum of all tables' points times their numbers */
export function multiplyAll<F>(count: usize, windows: usize): void {
  setInfinity(product);
  for (let window = windows; window-- > 0; ) {
    if (window + 1 < windows) doubleFourTimes<F>();
    for (let i: usize = 0; i < count; i++) {
      const places = digits + 2 * i * MOST_WINDOWS + window;
      const first = load<i8>(places);
      const second = load<i8>(places + MOST_WINDOWS);
      if ((first | second) === 0) continue;
      select(tables + i * TABLE, first, second);
      addPoints<F>(product, product, entry);
    }
  }
  addPoints<F>(total, total, product);
}

function doubleFourTimes<F>(): void {
  if (isFloat<F>()) doubleTimes<F>(product, 4);
  else for (let i = 0; i < 4; i++) doublePoint<F>(product, product);
}

/** entry = the multiple of each lane's digit */
function select(table: usize, first: i32, second: i32): void {
  const left = table + <usize>abs(first) * POINT;
  const right = table + <usize>abs(second) * POINT;
  for (let at: usize = 0; at < POINT; at += ELEMENT) join(entry + at, left + at, right + at);
  const y = entry + Y;
  if (first < 0 && second < 0) negate(y, y);
  else if ((first | second) < 0) {
    negate(sign, y);
    if (first < 0) join(y, sign, y);
    else join(y, y, sign);
  }
}

/** Writes the sum to the output. */
export function finishG1(): void {
  copyPoint(product, total);
  swapPoint(product);
  addPoints<Lanes>(total, total, product);
  encodeG1(output, total);
}

export function finishG2(): void {
  encodeG2(output, total);
}

/** Why the encoded point at the input is none of its group: 0 when it is, 1 off the curve, 2 off the subgroup. */
export function faultOfG1(): i32 {
  if (!decodeG1(pair, input, input)) return 1;
  return isInSubgroupAlone(pair) ? 0 : 2;
}

export function faultOfG2(): i32 {
  if (!decodeG2(pair, input)) return 1;
  return isInSubgroup<Extension>(pair) ? 0 : 2;
}
