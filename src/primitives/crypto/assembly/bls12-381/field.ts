/*
 * The field of BLS12-381 (p of 381 bits) and its extension by i, the root of -1.
 *
 * A place in memory holds two elements, its lanes x and y: either two elements of the field that share their operations, or
 * x + y·i. See scripts/generate-bls12-381.mjs for limbs and products.
 *
 * Sizes: products have limbs from 0 to 2^28 and lie between -p / 8 and 9p / 8. A sum of n of them and a difference with n on
 * either side have limbs below n·2^28 ("size n"), `carry` gives size 1 again. The sizes of the factors of a product may
 * multiply to 8, of `multiplyExtension` to 4, and values stay below 32p.
 */
import {
  add,
  carry,
  conjugate,
  copy,
  join,
  modulus,
  multiples,
  multiplyLanes,
  one,
  plainOne,
  square,
  squareLanes,
  subtract,
  swap,
} from './generated';
import { invert } from '../inversion';

/** bytes of two elements */
export const ELEMENT: usize = 112;
const LIMBS: usize = 14;
const TOP: usize = ELEMENT - 8;
const LIMB_BITS: usize = 28;
const LIMB_MASK: i64 = (1 << 28) - 1;

/** bytes of an encoded element: big-endian, 16 zeros first (EIP-2537) */
export const ENCODED: usize = 64;
const PADDING: usize = 16;

const canonical: usize = memory.data(112, 16);
const powers: usize = memory.data(16 * 112, 16);
const factor: usize = memory.data(112, 16);
const norm: usize = memory.data(112, 16);
const other: usize = memory.data(112, 16);

/** A number in the form of inversion.ts, and the modulus. */
const number: usize = memory.data(56, 8);
const plainModulus: usize = memory.data(56, 8);
for (let i: usize = 0; i < LIMBS; i++) store<u32>(plainModulus + (i << 2), load<u32>(modulus + (i << 3)));

/** Reads an element into a lane (0 or 1) of a place; false when the padding is not zero or the number not below p. */
export function decode(element: usize, lane: usize, bytes: usize): bool {
  if ((load<u64>(bytes) | load<u64>(bytes, 8)) !== 0) return false;
  const end = bytes + ENCODED - 8;
  let borrow: i64 = 0;
  for (let i: usize = 0; i < LIMBS; i++) {
    const bit = i * LIMB_BITS;
    const limb = <i64>(bswap<u64>(load<u64>(end - (bit >> 3))) >> (bit & 7)) & LIMB_MASK;
    store<i32>(element + (i << 3) + (lane << 2), <i32>limb);
    borrow = (limb - <i64>load<u32>(modulus + (i << 3)) + borrow) >> 28;
  }
  return borrow < 0;
}

/** Multiplies both lanes by R, as products need it. */
export function enter(element: usize): void {
  multiplyLanes(element, element, square);
}

/** result = both lanes without the factor R, from 0 to p - 1 */
function leave(result: usize, element: usize): void {
  multiplyLanes(result, element, plainOne);
  for (let lane: usize = 0; lane < 8; lane += 4) {
    if (!isModulus(result + lane)) continue;
    for (let i: usize = 0; i < LIMBS; i++) store<u32>(result + lane + (i << 3), 0);
  }
}

function isModulus(lane: usize): bool {
  for (let i: usize = 0; i < LIMBS; i++) {
    if (load<u32>(lane + (i << 3)) !== load<u32>(modulus + (i << 3))) return false;
  }
  return true;
}

/** result = value less a multiple of p, so that it lies between 0 and p but for little; of values up to 16p */
export function reduce(result: usize, value: usize): void {
  carry(result, value);
  join(norm, multipleNear(result + TOP), multipleNear(result + TOP + 4));
  subtract(result, result, norm);
  carry(result, result);
}

/** Where the multiple of p is that a value with this last limb is a little more than. */
@inline
function multipleNear(limb: usize): usize {
  const quotient = (load<i32>(limb) * 315) >> 25; // p is 106,514 of the last limb's units
  return multiples + <usize>(quotient + 16) * ELEMENT;
}

/** Whether both lanes are 0. */
export function isZero(element: usize): bool {
  leave(canonical, element);
  return isCanonicalZero(canonical) && isCanonicalZero(canonical + 4);
}

/** Whether each lane is 0: bit 0 for x, bit 1 for y. */
export function zeroLanes(element: usize): i32 {
  leave(canonical, element);
  return <i32>isCanonicalZero(canonical) | ((<i32>isCanonicalZero(canonical + 4)) << 1);
}

function isCanonicalZero(lane: usize): bool {
  let any: u32 = 0;
  for (let at: usize = 0; at < ELEMENT; at += 8) any |= load<u32>(lane + at);
  return any === 0;
}

/** Writes both lanes, each as an encoded element, x first. */
export function encode(bytes: usize, element: usize): void {
  leave(canonical, element);
  memory.fill(bytes, 0, 2 * ENCODED);
  for (let lane: usize = 0; lane < 2; lane++) {
    const limbs = canonical + (lane << 2);
    const last = bytes + (lane + 1) * ENCODED - 1;
    for (let byte: usize = 0; byte < ENCODED - PADDING; byte++) {
      const bit = byte << 3;
      const i = bit / LIMB_BITS;
      let value = <u64>load<u32>(limbs + (i << 3));
      if (i + 1 < LIMBS) value |= (<u64>load<u32>(limbs + ((i + 1) << 3))) << LIMB_BITS;
      store<u8>(last - byte, <u8>(value >> (bit - i * LIMB_BITS)));
    }
  }
}

/** result = value to the power of a number of `words` times 64 bits, in both lanes: four bits at a time */
export function power(result: usize, value: usize, exponent: usize, words: usize): void {
  copy(powers, one);
  for (let i: usize = 1; i < 16; i++) multiplyLanes(powers + i * ELEMENT, powers + (i - 1) * ELEMENT, value);
  copy(result, one);
  for (let nibble: usize = 16 * words; nibble > 0; nibble--) {
    for (let j = 0; j < 4; j++) squareLanes(result, result);
    const digit: usize = (<usize>load<u8>(exponent + ((nibble - 1) >> 1)) >> (((nibble - 1) & 1) << 2)) & 15;
    if (digit !== 0) multiplyLanes(result, result, powers + digit * ELEMENT);
  }
}

/** result = 1 / value in both lanes; 0 of 0. One inversion serves both: 1 / x = y · 1 / (x·y) */
export function invertLanes(result: usize, value: usize): void {
  const zeros = zeroLanes(value);
  copy(factor, value);
  if (zeros & 1) join(factor, one, factor);
  if (zeros & 2) join(factor, factor, one);
  swap(other, factor);
  multiplyLanes(factor, factor, other);
  leave(canonical, factor);
  for (let i: usize = 0; i < LIMBS; i++) store<u32>(number + (i << 2), load<u32>(canonical + (i << 3)));
  invert(number, number, plainModulus, LIMBS);
  for (let i: usize = 0; i < LIMBS; i++) {
    const limb = load<u32>(number + (i << 2));
    store<u32>(factor + (i << 3), limb);
    store<u32>(factor + (i << 3), limb, 4);
  }
  enter(factor);
  multiplyLanes(result, factor, other);
  subtract(other, other, other);
  if (zeros & 1) join(result, other, result);
  if (zeros & 2) join(result, result, other);
}

/** result = 1 / value, of x + y·i; 0 of 0: (x - y·i) / (x² + y²) */
export function invertExtension(result: usize, value: usize): void {
  squareLanes(norm, value);
  swap(factor, norm);
  add(norm, norm, factor);
  invertLanes(norm, norm);
  conjugate(factor, value);
  multiplyLanes(result, factor, norm);
}

@inline
export function double(result: usize, value: usize): void {
  add(result, value, value);
}
