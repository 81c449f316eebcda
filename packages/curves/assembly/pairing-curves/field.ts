/*
 * The field of a pairing curve and its extension by i, the root of -1.
 *
 * The files of this folder are compiled once for each curve, as if they lay in its folder beside the files they import
 * from there (scripts/build-engine.mjs): generated.ts, parameters.ts, constants.ts, places.ts.
 *
 * A place in memory holds two elements, its lanes x and y: either two elements of the field that share their
 * operations, or x + y·i. See scripts/curves/field-code.mjs for limbs and products.
 *
 * Sizes: products have limbs from -2^27 to 2^27 and lie between -p / 8 and 9p / 8. Sums and differences of n of them
 * have limbs of n times as much ("size n"), `carry` gives size 1 again. Factors of a product have size 7 at most, and
 * their sizes multiply to 32, of `multiplyExtension` to 16, and values stay below 128p (BN254: 2,048p). This is
 * checked: ../../lanes/kernels.ts follows every limb through the products when it writes them, and
 * ../../lanes/formulas.test.ts runs the formulas of these files on ranges instead of numbers.
 */
import {
  add,
  carry,
  conjugate,
  copy,
  join,
  modulus,
  MULTIPLES,
  multiples,
  multiplyLanes,
  one,
  plainOne,
  spreadX,
  spreadY,
  square,
  squareLanes,
  subtract,
  swap,
} from './generated';
import { invert } from '../inversion';
import { ELEMENT, ENCODED, IS_TOP_ENOUGH, LIMBS, PADDING, QUOTIENT_FACTOR, QUOTIENT_SHIFT } from './parameters';

export { ELEMENT, ENCODED };

const TOP: usize = ELEMENT - 8;
const LIMB_BITS: usize = 28;
const LIMB_MASK: i64 = (1 << 28) - 1;

const canonical: usize = memory.data(112, 16);
const powers: usize = memory.data(16 * 112, 16);
const factor: usize = memory.data(112, 16);
const norm: usize = memory.data(112, 16);
const other: usize = memory.data(112, 16);

/** A number in the form of inversion.ts, and the modulus. */
const number: usize = memory.data(56, 8);
const plainModulus: usize = memory.data(56, 8);
for (let i: usize = 0; i < LIMBS; i++) store<u32>(plainModulus + (i << 2), load<u32>(modulus + (i << 3)));

/** Reads begin up to 7 bytes before an encoded element. */
const padded: usize = memory.data(16 + 64, 8);

/** Reads an element into a lane (0 or 1) of a place; false when the padding is not zero or the number not below p. */
export function decode(element: usize, lane: usize, bytes: usize): bool {
  for (let at: usize = 0; at < PADDING; at += 8) if (load<u64>(bytes + at) !== 0) return false;
  if (PADDING === 0) memory.copy(padded + 16, bytes, ENCODED);
  const end = (PADDING === 0 ? padded + 16 : bytes) + ENCODED - 8;
  let borrow: i64 = 0;
  for (let i: usize = 0; i < LIMBS; i++) {
    const bit = i * LIMB_BITS;
    const limb = <i64>(bswap<u64>(load<u64>(end - (bit >> 3))) >> (bit & 7)) & LIMB_MASK;
    store<i32>(element + (i << 3) + (lane << 2), <i32>limb);
    borrow = (limb - <i64>load<u32>(modulus + (i << 3)) + borrow) >> 28;
  }
  return borrow < 0;
}

/** Montgomery form, which products need: multiplies both lanes by R. */
export function toMontgomery(element: usize): void {
  multiplyLanes(element, element, square);
}

/** result = both lanes out of Montgomery form, from 0 to p - 1: a reduction leaves at most a little more than p */
function fromMontgomery(result: usize, element: usize): void {
  multiplyLanes(result, element, plainOne);
  carryAll(result);
  carryAll(result + 4);
  subtractModulus(result);
  subtractModulus(result + 4);
}

/** Makes the limbs of a lane that is not negative 28 bits without a sign. */
function carryAll(lane: usize): void {
  let carried: i32 = 0;
  for (let i: usize = 0; i < ELEMENT; i += 8) {
    const limb = load<i32>(lane + i) + carried;
    store<i32>(lane + i, limb & <i32>LIMB_MASK);
    carried = limb >> 28;
  }
}

/** Subtracts p from a lane that is not below it. */
function subtractModulus(lane: usize): void {
  if (load<u32>(lane + TOP) < load<u32>(modulus + TOP)) return;
  let borrow: i32 = 0;
  for (let i: usize = 0; i < ELEMENT; i += 8) borrow = (load<i32>(lane + i) - load<i32>(modulus + i) + borrow) >> 28;
  if (borrow < 0) return;
  borrow = 0;
  for (let i: usize = 0; i < ELEMENT; i += 8) {
    const limb = load<i32>(lane + i) - load<i32>(modulus + i) + borrow;
    store<i32>(lane + i, limb & <i32>LIMB_MASK);
    borrow = limb >> 28;
  }
}

/**
 * result = value less a multiple of p, so that it lies between 0 and p but for little; of values up to MULTIPLES · p
 */
export function reduce(result: usize, value: usize): void {
  let from = value;
  if (!IS_TOP_ENOUGH) {
    carry(result, value);
    from = result;
  }
  join(norm, multipleNear(from + TOP), multipleNear(from + TOP + 4));
  subtract(result, from, norm);
  carry(result, result);
}

/** Where the multiple of p is that a value with this last limb is a little more than. */
@inline
function multipleNear(limb: usize): usize {
  const quotient = (load<i32>(limb) * QUOTIENT_FACTOR) >> QUOTIENT_SHIFT;
  return multiples + <usize>(quotient + MULTIPLES) * ELEMENT;
}

/** Whether both lanes are 0. */
export function isZero(element: usize): bool {
  fromMontgomery(canonical, element);
  return isCanonicalZero(canonical) && isCanonicalZero(canonical + 4);
}

/** Whether each lane is 0: bit 0 for x, bit 1 for y. */
export function zeroLanes(element: usize): i32 {
  fromMontgomery(canonical, element);
  return <i32>isCanonicalZero(canonical) | ((<i32>isCanonicalZero(canonical + 4)) << 1);
}

/** Which lanes are above (p - 1) / 2: bit 0 for x, bit 1 for y. */
export function isUpperHalf(element: usize): i32 {
  fromMontgomery(canonical, element);
  let borrowX: i64 = 0;
  let borrowY: i64 = 0;
  for (let i: usize = 0; i < ELEMENT; i += 8) {
    const limb = <i64>load<u32>(modulus + i);
    borrowX = (limb - 2 * <i64>load<u32>(canonical + i) + borrowX) >> LIMB_BITS;
    borrowY = (limb - 2 * <i64>load<u32>(canonical + i + 4) + borrowY) >> LIMB_BITS;
  }
  return <i32>(borrowX < 0) | ((<i32>(borrowY < 0)) << 1);
}

/** Which lanes are odd: bit 0 for x, bit 1 for y. */
export function lowestBits(element: usize): i32 {
  fromMontgomery(canonical, element);
  return (load<i32>(canonical) & 1) | ((load<i32>(canonical, 4) & 1) << 1);
}

function isCanonicalZero(lane: usize): bool {
  let any: u32 = 0;
  for (let at: usize = 0; at < ELEMENT; at += 8) any |= load<u32>(lane + at);
  return any === 0;
}

/** Writes both lanes, each as an encoded element, x first. */
export function encode(bytes: usize, element: usize): void {
  fromMontgomery(canonical, element);
  memory.fill(bytes, 0, 2 * ENCODED);
  for (let lane: usize = 0; lane < 2; lane++) {
    const limbs = canonical + (lane << 2);
    const last = bytes + (lane + 1) * ENCODED - 1;
    for (let byte: usize = 0; byte < ENCODED - PADDING; byte += 8) {
      const bit = byte << 3;
      const i = bit / LIMB_BITS;
      const begun = bit - i * LIMB_BITS;
      let value = <u64>load<u32>(limbs + (i << 3)) >> begun;
      for (let next: usize = 1; next < 4 && i + next < LIMBS; next++) {
        const shift = next * LIMB_BITS - begun;
        if (shift < 64) value |= (<u64>load<u32>(limbs + ((i + next) << 3))) << shift;
      }
      store<u64>(last - byte - 7, bswap<u64>(value));
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
  invertFirst(factor, factor);
  multiplyLanes(result, factor, other);
  subtract(other, other, other);
  if (zeros & 1) join(result, other, result);
  if (zeros & 2) join(result, result, other);
}

/** result = 1 / x in both lanes, where x is lane x of the value; 0 of 0 */
export function invertFirst(result: usize, value: usize): void {
  fromMontgomery(canonical, value);
  for (let i: usize = 0; i < LIMBS; i++) store<u32>(number + (i << 2), load<u32>(canonical + (i << 3)));
  invert(number, number, plainModulus, LIMBS);
  for (let i: usize = 0; i < LIMBS; i++) {
    const limb = load<u32>(number + (i << 2));
    store<u32>(result + (i << 3), limb);
    store<u32>(result + (i << 3), limb, 4);
  }
  toMontgomery(result);
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

/** result = 2 · value, without carries; see `add`. */
@inline
export function double(result: usize, value: usize): void {
  add(result, value, value);
}

/** result = one lane of the value, in both */
@inline
export function spread(result: usize, value: usize, lane: usize): void {
  if (lane === 0) spreadX(result, value);
  else spreadY(result, value);
}
