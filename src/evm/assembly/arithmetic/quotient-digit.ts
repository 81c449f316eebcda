import { borrow, carry, multiplyHigh } from './limb';

/*
 * One step of long division: a few limbs of remainder by a normalised divisor whose reciprocal is known give the next
 * limb of the quotient. WebAssembly functions return one value, so what remains is left in these two variables.
 */

/** Upper limb of what `quotientDigit` left. */
export let remainderHigh: u64 = 0;
/** Lower limb of what `quotientDigit` left; all of what `quotientDigitOfLimb` left. */
export let remainderLow: u64 = 0;

/** floor((u1·2^64 + u0) / d) for u1 < d; v = reciprocal(d). Möller–Granlund, algorithm 4. */
@inline
export function quotientDigitOfLimb(u1: u64, u0: u64, d: u64, v: u64): u64 {
  const low = v * u1 + u0;
  let digit = multiplyHigh(v, u1) + u1 + carry(low, u0) + 1;
  let remainder = u0 - digit * d;
  if (remainder > low) {
    digit--;
    remainder += d;
  }
  if (remainder >= d) {
    digit++;
    remainder -= d;
  }
  remainderLow = remainder;
  return digit;
}

/**
 * floor((u2·2^128 + u1·2^64 + u0) / (d1·2^64 + d0)) for (u2, u1) < (d1, d0); v = reciprocalOfPair(d1, d0). Algorithm 5.
 */
@inline
export function quotientDigit(u2: u64, u1: u64, u0: u64, d1: u64, d0: u64, v: u64): u64 {
  const low = v * u2 + u1;
  let digit = multiplyHigh(v, u2) + u2 + carry(low, u1);
  const productLow = d0 * digit;
  let high = u1 - digit * d1 - multiplyHigh(d0, digit) - borrow(u0, productLow);
  let rest = u0 - productLow;
  high = high - d1 - borrow(rest, d0);
  rest -= d0;
  digit++;
  if (high >= low) {
    digit--;
    rest += d0;
    high = high + d1 + carry(rest, d0);
  }
  if (high > d1 || (high == d1 && rest >= d0)) {
    digit++;
    high = high - d1 - borrow(rest, d0);
    rest -= d0;
  }
  remainderHigh = high;
  remainderLow = rest;
  return digit;
}
