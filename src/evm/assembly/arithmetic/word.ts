/**
 * A word is a 256-bit unsigned integer in memory: four 64-bit limbs, least significant first, at byte offsets 0, 8, 16
 * and 24. Functions take addresses of words. Results may be written over operands: operands are read first.
 */

/** Bytes of one limb. */
export const LIMB_BYTES: i32 = 8;
/** Bytes of one word. */
export const WORD_BYTES: i32 = 32;

/** Address of limb `index` of the number at `number`. */
@inline
export function limbAt(number: usize, index: i32): usize {
  return number + ((<usize>index) << 3);
}

/** Writes the word with the given limbs, least significant first. */
@inline
export function storeWord(result: usize, limb0: u64, limb1: u64, limb2: u64, limb3: u64): void {
  store<u64>(result, limb0);
  store<u64>(result, limb1, 8);
  store<u64>(result, limb2, 16);
  store<u64>(result, limb3, 24);
}

/** Writes 0 to a word. */
@inline
export function clearWord(result: usize): void {
  storeWord(result, 0, 0, 0, 0);
}

/** Copies a word; the two may be the same. */
@inline
export function copyWord(result: usize, word: usize): void {
  storeWord(result, load<u64>(word), load<u64>(word, 8), load<u64>(word, 16), load<u64>(word, 24));
}

/** Number of limbs without leading zero limbs: 0 for zero, else 1–4. */
@inline
export function limbCount(word: usize): i32 {
  if (load<u64>(word, 24) != 0) return 4;
  if (load<u64>(word, 16) != 0) return 3;
  if (load<u64>(word, 8) != 0) return 2;
  return load<u64>(word) != 0 ? 1 : 0;
}

/** Whether the word is below 2^64, so that limb 0 is all of it. */
@inline
export function fitsLimb(word: usize): bool {
  return (load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) == 0;
}

/** Stores 1 or 0. */
@inline
export function storeTruth(word: usize, truth: bool): void {
  storeWord(word, <u64>truth, 0, 0, 0);
}
