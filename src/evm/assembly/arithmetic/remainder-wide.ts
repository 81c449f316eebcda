import { borrow, carry, multiplyHigh, shiftLeftPair, shiftRightPair } from './limb';
import { product } from './multiply-wide';
import { quotientDigit, remainderHigh, remainderLow } from './quotient-digit';
import { reciprocalOfPair } from './reciprocal';
import { LIMB_BYTES, limbAt, storeWord } from './word';

/**
 * result = product mod modulus for a modulus of 4 limbs (the top one not zero): what nearly every MULMOD needs. The
 * long division of `divideLimbs` with divisor and remainder in locals.
 */
export function storeProductRemainder(result: usize, modulus: usize): void {
  const shift = clz<u64>(load<u64>(modulus, 24));
  const d3 = shiftLeftPair(load<u64>(modulus, 24), load<u64>(modulus, 16), shift);
  const d2 = shiftLeftPair(load<u64>(modulus, 16), load<u64>(modulus, 8), shift);
  const d1 = shiftLeftPair(load<u64>(modulus, 8), load<u64>(modulus), shift);
  const d0 = load<u64>(modulus) << shift;
  const v = reciprocalOfPair(d3, d2);

  // r4…r1: the remainder so far; r0: the limb of the product that moves in below it
  let r4 = shiftLeftPair(0, load<u64>(product, 7 * LIMB_BYTES), shift);
  let r3 = shiftedProductLimb(7, shift);
  let r2 = shiftedProductLimb(6, shift);
  let r1 = shiftedProductLimb(5, shift);
  for (let i = 4; i >= 0; i--) {
    const r0 = shiftedProductLimb(i, shift);
    if (r4 == 0 && r3 < d3) {
      r4 = r3; // the digit is 0
      r3 = r2;
      r2 = r1;
      r1 = r0;
      continue;
    }
    const isTie = r4 == d3 && r3 == d2; // no estimate is possible; the digit is 2^64 - 1
    let digit = u64.MAX_VALUE;
    let low = r2 + d2;
    let high = d3 + carry(low, d2);
    if (!isTie) {
      digit = quotientDigit(r4, r3, r2, d3, d2, v);
      low = remainderLow;
      high = remainderHigh;
    }

    const product0 = d0 * digit;
    let under = multiplyHigh(d0, digit) + borrow(r0, product0);
    const partial = r1 - under;
    const product1 = d1 * digit;
    under = multiplyHigh(d1, digit) + borrow(r1, under) + borrow(partial, product1);
    r1 = r0 - product0;
    r2 = partial - product1;
    r3 = low - under;
    const fromHigh = borrow(low, under);
    r4 = high - fromHigh;
    if (high >= fromHigh || isTie) continue;

    r1 += d0; // the digit was one too large
    let over = carry(r1, d0);
    r2 += over;
    over = carry(r2, over);
    r2 += d1;
    over += carry(r2, d1);
    r3 += over;
    over = carry(r3, over);
    r3 += d2;
    over += carry(r3, d2);
    r4 += d3 + over;
  }
  storeWord(
    result,
    shiftRightPair(r2, r1, shift),
    shiftRightPair(r3, r2, shift),
    shiftRightPair(r4, r3, shift),
    r4 >> shift,
  );
}

/** Limb `index` of the product shifted left by `shift` bits (0–63). */
@inline
function shiftedProductLimb(index: i32, shift: u64): u64 {
  const limb = limbAt(product, index);
  return shiftLeftPair(load<u64>(limb), load<u64>(limb - LIMB_BYTES), shift);
}
