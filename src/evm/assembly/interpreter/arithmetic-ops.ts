import { add, sub } from '../arithmetic/add';
import { div, mod } from '../arithmetic/divide';
import { addmod, mulmod } from '../arithmetic/modular';
import { mul } from '../arithmetic/multiply';
import { shl, shr } from '../arithmetic/shift';

/** Opcodes that take words off the stack and put one back. They return the new stack pointer. */

@inline
export function addOp(sp: usize): usize {
  const result = sp + 32;
  add(result, sp, result);
  return result;
}

@inline
export function mulOp(sp: usize): usize {
  const result = sp + 32;
  mul(result, sp, result);
  return result;
}

@inline
export function subOp(sp: usize): usize {
  const result = sp + 32;
  sub(result, sp, result);
  return result;
}

@inline
export function divOp(sp: usize): usize {
  const result = sp + 32;
  div(result, sp, result);
  return result;
}

@inline
export function modOp(sp: usize): usize {
  const result = sp + 32;
  mod(result, sp, result);
  return result;
}

@inline
export function shlOp(sp: usize): usize {
  const result = sp + 32;
  shl(result, sp, result);
  return result;
}

@inline
export function shrOp(sp: usize): usize {
  const result = sp + 32;
  shr(result, sp, result);
  return result;
}

@inline
export function addmodOp(sp: usize): usize {
  const result = sp + 64;
  addmod(result, sp, sp + 32, result);
  return result;
}

@inline
export function mulmodOp(sp: usize): usize {
  const result = sp + 64;
  mulmod(result, sp, sp + 32, result);
  return result;
}
