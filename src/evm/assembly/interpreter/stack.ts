import { copyWord, storeWord } from '../arithmetic/word';

/**
 * The stack of a frame grows downwards; `sp` is the address of its top word. These return the new `sp`. The block has
 * checked the bounds of the stack.
 */

/** Pushes a number below 2^64 and returns the new `sp`. */
@inline
export function pushSmall(sp: usize, value: u64): usize {
  storeWord(sp - 32, value, 0, 0, 0);
  return sp - 32;
}

/** Pushes a copy of a word and returns the new `sp`. */
@inline
export function pushWord(sp: usize, word: usize): usize {
  copyWord(sp - 32, word);
  return sp - 32;
}

/** DUP of the word `distance` bytes above the top. */
@inline
export function dup(sp: usize, distance: usize): usize {
  return pushWord(sp, sp + distance);
}

/** SWAP of the top with the word `distance` bytes above it. */
@inline
export function swap(sp: usize, distance: usize): void {
  const other = sp + distance;
  const limb0 = load<u64>(sp);
  const limb1 = load<u64>(sp, 8);
  const limb2 = load<u64>(sp, 16);
  const limb3 = load<u64>(sp, 24);
  copyWord(sp, other);
  storeWord(other, limb0, limb1, limb2, limb3);
}
