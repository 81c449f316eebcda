import { shiftLeftPair, shiftRightPair } from './limb';
import { clearWord, fitsLimb, storeWord } from './word';

/** result = x · 2^shift mod 2^256 (SHL, EIP-145). */
export function shl(result: usize, shift: usize, x: usize): void {
  if (isWholeWord(shift)) clearWord(result);
  else shiftLeft(result, x, load<u64>(shift));
}

/** result = x / 2^shift, rounded down (SHR, EIP-145). */
export function shr(result: usize, shift: usize, x: usize): void {
  if (isWholeWord(shift)) clearWord(result);
  else shiftRight(result, x, load<u64>(shift), 0);
}

/** result = x / 2^shift as two's complement, rounded down (SAR, EIP-145). */
export function sar(result: usize, shift: usize, x: usize): void {
  const sign = <u64>(load<i64>(x, 24) >> 63);
  if (isWholeWord(shift)) storeWord(result, sign, sign, sign, sign);
  else shiftRight(result, x, load<u64>(shift), sign);
}

/** Whether a shift by the word `shift` moves out all 256 bits. */
@inline
function isWholeWord(shift: usize): bool {
  return !fitsLimb(shift) || load<u64>(shift) > 255;
}

/** result = x shifted left by 0–255 bits. */
@inline
export function shiftLeft(result: usize, x: usize, bits: u64): void {
  let limb0 = load<u64>(x);
  let limb1 = load<u64>(x, 8);
  let limb2 = load<u64>(x, 16);
  let limb3 = load<u64>(x, 24);
  if (bits & 128) {
    limb3 = limb1;
    limb2 = limb0;
    limb1 = limb0 = 0;
  }
  if (bits & 64) {
    limb3 = limb2;
    limb2 = limb1;
    limb1 = limb0;
    limb0 = 0;
  }
  const rest = bits & 63;
  storeWord(
    result,
    limb0 << rest,
    shiftLeftPair(limb1, limb0, rest),
    shiftLeftPair(limb2, limb1, rest),
    shiftLeftPair(limb3, limb2, rest),
  );
}

/** result = x shifted right by 0–255 bits; bits of `fill` (all zeros or all ones) move in from above. */
@inline
export function shiftRight(result: usize, x: usize, bits: u64, fill: u64): void {
  let limb0 = load<u64>(x);
  let limb1 = load<u64>(x, 8);
  let limb2 = load<u64>(x, 16);
  let limb3 = load<u64>(x, 24);
  if (bits & 128) {
    limb0 = limb2;
    limb1 = limb3;
    limb2 = limb3 = fill;
  }
  if (bits & 64) {
    limb0 = limb1;
    limb1 = limb2;
    limb2 = limb3;
    limb3 = fill;
  }
  const rest = bits & 63;
  storeWord(
    result,
    shiftRightPair(limb1, limb0, rest),
    shiftRightPair(limb2, limb1, rest),
    shiftRightPair(limb3, limb2, rest),
    shiftRightPair(fill, limb3, rest),
  );
}
