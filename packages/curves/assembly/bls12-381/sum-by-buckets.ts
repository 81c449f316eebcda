/*
 * Sums of many products in G2 (Pippenger): for every six bits of the scalars' digits, each point is added to the bucket
 * of its digit, and the buckets are added up. Per point 55 sums instead of 81 with tables, when there are 64 points.
 */
import { endomorphism } from './endomorphism';
import { addPoints, copyPoint, Extension, POINT, setInfinity, Y } from './curve';
import { decodeG2, ENCODED_G2 } from './encoding';
import { doubleTimes } from './doublings';
import { negate } from './generated';
import { digits, input, MOST_POINTS, MOST_WINDOWS, SCALAR, tables, total } from './places';
import { isInSubgroup } from './subgroup';

const PARTS: usize = 4;
const BITS: i32 = 6;
const BUCKETS: usize = 32;
/** Digits of a part of 64 bits */
const WINDOWS: usize = 11;

const points: usize = tables;
const buckets: usize = points + MOST_POINTS * PARTS * POINT;

const product: usize = memory.data(336, 16);
const running: usize = memory.data(336, 16);
const negated: usize = memory.data(336, 16);

/** Adds `count` points of G2 with their scalars; false when a point is not of the subgroup. */
export function accumulateManyG2(count: usize): bool {
  const scalars = input + count * ENCODED_G2;
  for (let i: usize = 0; i < count; i++) {
    const first = points + i * PARTS * POINT;
    if (!decodeG2(first, input + i * ENCODED_G2) || !isInSubgroup<Extension>(first)) return false;
    for (let part: usize = 0; part < PARTS; part++) {
      recode(digits + (PARTS * i + part) * MOST_WINDOWS, load<u64>(scalars + i * SCALAR + 8 * part));
      if (part > 0) endomorphism<Extension>(first + part * POINT, first + (part - 1) * POINT);
    }
  }
  setInfinity(product);
  for (let window = WINDOWS; window-- > 0; ) {
    if (window + 1 < WINDOWS) doubleTimes<Extension>(product, BITS);
    fillBuckets(PARTS * count, window);
    addBuckets();
  }
  addPoints<Extension>(total, total, product);
  return true;
}

/** Digits of six bits from -31 to 32, the lowest first. */
function recode(result: usize, number: u64): void {
  let carried: i32 = 0;
  for (let i: usize = 0; i < WINDOWS; i++) {
    const digit = (<i32>number & 63) + carried;
    number >>= BITS;
    carried = <i32>(digit > 32);
    store<i8>(result + i, digit - (carried << BITS));
  }
}

function fillBuckets(count: usize, window: usize): void {
  for (let bucket: usize = 0; bucket < BUCKETS; bucket++) setInfinity(buckets + bucket * POINT);
  for (let i: usize = 0; i < count; i++) {
    const digit = <i32>load<i8>(digits + i * MOST_WINDOWS + window);
    if (digit === 0) continue;
    const bucket = buckets + <usize>(abs(digit) - 1) * POINT;
    let point = points + i * POINT;
    if (digit < 0) {
      copyPoint(negated, point);
      negate(negated + Y, point + Y);
      point = negated;
    }
    addPoints<Extension>(bucket, bucket, point);
  }
}

/** product += bucket 1 + 2 · bucket 2 + … + 32 · bucket 32 */
function addBuckets(): void {
  setInfinity(running);
  for (let bucket = BUCKETS; bucket-- > 0; ) {
    addPoints<Extension>(running, running, buckets + bucket * POINT);
    addPoints<Extension>(product, product, running);
  }
}
