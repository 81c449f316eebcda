import { isBelow, isNegative, isZero } from './compare';
import { divideLimbs, quotientLimbs, storeRemainder } from './divide-limbs';
import { negate } from './add';
import { shiftRight } from './shift';
import { clearWord, copyWord, fitsLimb, limbCount, storeWord, WORD_BYTES } from './word';

/** result = a / b rounded down, 0 for b = 0 (DIV). */
export function div(result: usize, a: usize, b: usize): void {
  if (fitsLimb(a) && fitsLimb(b)) {
    const b0 = load<u64>(b);
    storeWord(result, b0 == 0 ? 0 : load<u64>(a) / b0, 0, 0, 0);
    return;
  }
  if (isZero(b) || isBelow(a, b)) {
    clearWord(result);
    return;
  }
  if (isPowerOfTwo(b)) {
    shiftRight(result, a, trailingZeros(b), 0);
    return;
  }
  clearWord(quotientLimbs);
  divideLimbs(a, limbCount(a), b, limbCount(b));
  copyWord(result, quotientLimbs);
}

/** result = a mod b, 0 for b = 0 (MOD). */
export function mod(result: usize, a: usize, b: usize): void {
  if (fitsLimb(a) && fitsLimb(b)) {
    const b0 = load<u64>(b);
    storeWord(result, b0 == 0 ? 0 : load<u64>(a) % b0, 0, 0, 0);
    return;
  }
  if (isBelow(a, b)) {
    copyWord(result, a);
    return;
  }
  const divisorCount = limbCount(b);
  if (divisorCount == 0) {
    clearWord(result);
    return;
  }
  divideLimbs(a, limbCount(a), b, divisorCount);
  storeRemainder(result, b, divisorCount);
}

/** |a| and |b| of the signed operations. */
const magnitudes: usize = memory.data(2 * WORD_BYTES, 16);

/** result = a / b as two's complement, rounded towards 0; 0 for b = 0 (SDIV). */
export function sdiv(result: usize, a: usize, b: usize): void {
  const isResultNegative = isNegative(a) != isNegative(b);
  storeMagnitudes(a, b);
  div(result, magnitudes, magnitudes + WORD_BYTES);
  if (isResultNegative) negate(result, result);
}

/** result = a mod b as two's complement, with the sign of a; 0 for b = 0 (SMOD). */
export function smod(result: usize, a: usize, b: usize): void {
  const isResultNegative = isNegative(a);
  storeMagnitudes(a, b);
  mod(result, magnitudes, magnitudes + WORD_BYTES);
  if (isResultNegative) negate(result, result);
}

function storeMagnitudes(a: usize, b: usize): void {
  storeMagnitude(magnitudes, a);
  storeMagnitude(magnitudes + WORD_BYTES, b);
}

@inline
function storeMagnitude(result: usize, a: usize): void {
  if (isNegative(a)) negate(result, a);
  else copyWord(result, a);
}

@inline
function isPowerOfTwo(a: usize): bool {
  const low = popcnt<u64>(load<u64>(a)) + popcnt<u64>(load<u64>(a, 8));
  return low + popcnt<u64>(load<u64>(a, 16)) + popcnt<u64>(load<u64>(a, 24)) == 1;
}

/** Number of zero bits below the lowest set bit, for a ≠ 0. */
@inline
function trailingZeros(a: usize): u64 {
  if (load<u64>(a) != 0) return ctz<u64>(load<u64>(a));
  if (load<u64>(a, 8) != 0) return 64 + ctz<u64>(load<u64>(a, 8));
  if (load<u64>(a, 16) != 0) return 128 + ctz<u64>(load<u64>(a, 16));
  return 192 + ctz<u64>(load<u64>(a, 24));
}
