import { isBelow, isBelowSigned, isEqual } from '../arithmetic/compare';
import { storeWord } from '../arithmetic/word';

/** Opcodes that compare the two words on top of the stack. They return the new stack pointer. */

/** Replaces a word by a truth value. */
@inline
export function replaceTop(word: usize, truth: bool): void {
  storeWord(word, <u64>truth, 0, 0, 0);
}

/**
 * LT. Like all functions here: reads its operands from the stack at `sp`, replaces them by 0 or 1, and returns the new
 * `sp`.
 */
@inline
export function ltOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelow(sp, result));
  return result;
}

/** GT */
@inline
export function gtOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelow(result, sp));
  return result;
}

/** SLT: operands in two's complement */
@inline
export function sltOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelowSigned(sp, result));
  return result;
}

/** SGT: operands in two's complement */
@inline
export function sgtOp(sp: usize): usize {
  const result = sp + 32;
  replaceTop(result, isBelowSigned(result, sp));
  return result;
}

/** EQ */
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
