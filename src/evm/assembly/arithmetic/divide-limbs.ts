import { borrow, carry, multiplyHigh, shiftLeftPair, shiftRightPair } from './limb';
import { quotientDigit, quotientDigitOfLimb, remainderHigh, remainderLow } from './quotient-digit';
import { reciprocal, reciprocalOfPair } from './reciprocal';
import { LIMB_BYTES, limbAt } from './word';

/*
 * Long division of up to 8 limbs by up to 4: D. Knuth, The Art of Computer Programming 2, section 4.3.1, algorithm D,
 * with the digits estimated by reciprocals.
 */

const MAX_NUMERATOR = 8;
const MAX_DIVISOR = 4;

/** What remains of the numerator, shifted left like the divisor, with a limb for what the shift moves out. */
const remainder: usize = memory.data((MAX_NUMERATOR + 1) * LIMB_BYTES, 16);
/** The divisor shifted left until its highest bit is set. */
const divisor: usize = memory.data(MAX_DIVISOR * LIMB_BYTES, 16);
/** Limbs of the quotient that `divideLimbs` found; those above numeratorCount - divisorCount are older. */
export const quotientLimbs: usize = memory.data(MAX_NUMERATOR * LIMB_BYTES, 16);

/**
 * Divides the number of `numeratorCount` limbs at `a` by the one of `divisorCount` limbs at `b`; the top limb of b is
 * not zero and numeratorCount >= divisorCount. The quotient goes to `quotientLimbs`, the remainder stays for
 * `storeRemainder`.
 */
export function divideLimbs(a: usize, numeratorCount: i32, b: usize, divisorCount: i32): void {
  const shift = clz<u64>(load<u64>(limbAt(b, divisorCount - 1)));
  shiftLimbsLeft(divisor, b, divisorCount, shift);
  store<u64>(limbAt(remainder, numeratorCount), shiftLimbsLeft(remainder, a, numeratorCount, shift));
  if (divisorCount == 1) divideByLimb(numeratorCount);
  else divideByLimbs(numeratorCount, divisorCount);
}

/** result = remainder of the last `divideLimbs`, which had the same divisor. */
@inline
export function storeRemainder(result: usize, b: usize, divisorCount: i32): void {
  const shift = clz<u64>(load<u64>(limbAt(b, divisorCount - 1)));
  store<u64>(limbAt(remainder, divisorCount), 0);
  let i = 0;
  for (; i < divisorCount; i++) {
    const limb = limbAt(remainder, i);
    store<u64>(limbAt(result, i), shiftRightPair(load<u64>(limb, LIMB_BYTES), load<u64>(limb), shift));
  }
  for (; i < 4; i++) store<u64>(limbAt(result, i), 0);
}

/** to = from · 2^shift, `count` limbs each; returns the bits moved out. */
@inline
function shiftLimbsLeft(to: usize, from: usize, count: i32, shift: u64): u64 {
  let below: u64 = 0;
  for (let i = 0; i < count; i++) {
    const limb = load<u64>(limbAt(from, i));
    store<u64>(limbAt(to, i), shiftLeftPair(limb, below, shift));
    below = limb;
  }
  return shiftLeftPair(0, below, shift);
}

function divideByLimb(numeratorCount: i32): void {
  const d = load<u64>(divisor);
  const v = reciprocal(d);
  let rest = load<u64>(limbAt(remainder, numeratorCount));
  for (let i = numeratorCount - 1; i >= 0; i--) {
    store<u64>(limbAt(quotientLimbs, i), quotientDigitOfLimb(rest, load<u64>(limbAt(remainder, i)), d, v));
    rest = remainderLow;
  }
  store<u64>(remainder, rest);
}

function divideByLimbs(numeratorCount: i32, divisorCount: i32): void {
  const d1 = load<u64>(limbAt(divisor, divisorCount - 1));
  const d0 = load<u64>(limbAt(divisor, divisorCount - 2));
  const v = reciprocalOfPair(d1, d0);
  for (let i = numeratorCount - divisorCount; i >= 0; i--) {
    const window = limbAt(remainder, i);
    const top = limbAt(window, divisorCount - 2);
    const u2 = load<u64>(top, 2 * LIMB_BYTES);
    const u1 = load<u64>(top, LIMB_BYTES);
    let digit = u64.MAX_VALUE; // for equal top limbs, where no estimate is possible, it is exact
    if (u2 == d1 && u1 == d0) {
      subtractMultiple(window, divisorCount, digit);
    } else {
      digit = quotientDigit(u2, u1, load<u64>(top), d1, d0, v);
      digit -= finishRemainder(window, divisorCount - 2, digit);
    }
    store<u64>(limbAt(quotientLimbs, i), digit);
  }
}

/**
 * Takes digit · divisor off the limbs below the two that `quotientDigit` has dealt with and joins the parts. Returns 1
 * when the digit was one too large, which is rare and put right here, else 0.
 */
@inline
function finishRemainder(window: usize, lowCount: i32, digit: u64): u64 {
  const under = subtractMultiple(window, lowCount, digit);
  const middle = remainderLow - under;
  const fromHigh = borrow(remainderLow, under);
  const top = limbAt(window, lowCount);
  store<u64>(top, middle);
  store<u64>(top, remainderHigh - fromHigh, LIMB_BYTES);
  if (remainderHigh >= fromHigh) return 0;
  addDivisor(window, lowCount + 2);
  return 1;
}

/** number -= digit · divisor over `count` limbs; returns what is to be taken off the limb above. */
@inline
function subtractMultiple(number: usize, count: i32, digit: u64): u64 {
  let under: u64 = 0;
  for (let i = 0; i < count; i++) {
    const d = load<u64>(limbAt(divisor, i));
    const limb = load<u64>(limbAt(number, i));
    const product = d * digit;
    const partial = limb - under;
    under = multiplyHigh(d, digit) + borrow(limb, under) + borrow(partial, product);
    store<u64>(limbAt(number, i), partial - product);
  }
  return under;
}

/** number += divisor over `count` limbs, modulo 2^(64·count). */
function addDivisor(number: usize, count: i32): void {
  let over: u64 = 0;
  for (let i = 0; i < count; i++) {
    const d = load<u64>(limbAt(divisor, i));
    const partial = load<u64>(limbAt(number, i)) + d;
    const sum = partial + over;
    over = carry(partial, d) | carry(sum, over);
    store<u64>(limbAt(number, i), sum);
  }
}
