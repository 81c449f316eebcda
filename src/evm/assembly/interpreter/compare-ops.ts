import { isBelow, isBelowSigned, isEqual } from '../arithmetic/compare';
import { storeWord } from '../arithmetic/word';

/** Opcodes that compare the two words on top of the stack. They return the new stack pointer. */

/** Replaces a word by a truth value. */
@inline
export function replaceTop(word: usize, truth: bool): void {
  storeWord(word, <u64>truth, 0, 0, 0);
}

@inline
export function ltOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelow(sp, result));
  return result;
}

@inline
export function gtOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelow(result, sp));
  return result;
}

@inline
export function sltOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelowSigned(sp, result));
  return result;
}

@inline
export function sgtOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelowSigned(result, sp));
  return result;
}

@inline
export function eqOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isEqual(sp, result));
  return result;
}

/** LT and ISZERO. */
@inline
export function notBelowOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, !isBelow(sp, result));
  return result;
}

/** GT and ISZERO. */
@inline
export function notAboveOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, !isBelow(result, sp));
  return result;
}
