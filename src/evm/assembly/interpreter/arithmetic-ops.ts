import { add, sub } from '../arithmetic/add';
import { div, mod } from '../arithmetic/divide';
import { addmod, mulmod } from '../arithmetic/modular';
import { mul } from '../arithmetic/multiply';
import { shl, shr } from '../arithmetic/shift';

/** Opcodes that take words off the stack and put one back. */

/** ADD. Like all functions here: reads its operands from the stack at `sp`, and returns the new `sp`. */
@inline
export function addOp(sp: usize): usize {
  const result = sp + 32;
  add(result, sp, result);
  return result;
}

/** MUL */
@inline
export function mulOp(sp: usize): usize {
  const result = sp + 32;
  mul(result, sp, result);
  return result;
}

/** SUB */
@inline
export function subOp(sp: usize): usize {
  const result = sp + 32;
  sub(result, sp, result);
  return result;
}

/** DIV; 0 when the divisor is 0 */
@inline
export function divOp(sp: usize): usize {
  const result = sp + 32;
  div(result, sp, result);
  return result;
}

/** MOD; 0 when the divisor is 0 */
@inline
export function modOp(sp: usize): usize {
  const result = sp + 32;
  mod(result, sp, result);
  return result;
}

/** SHL (EIP-145) */
@inline
export function shlOp(sp: usize): usize {
  const result = sp + 32;
  shl(result, sp, result);
  return result;
}

/** SHR (EIP-145) */
@inline
export function shrOp(sp: usize): usize {
  const result = sp + 32;
  shr(result, sp, result);
  return result;
}

/** ADDMOD: the sum is not reduced modulo 2^256; 0 when the divisor is 0 */
@inline
export function addmodOp(sp: usize): usize {
  const result = sp + 64;
  addmod(result, sp, sp + 32, result);
  return result;
}

/** MULMOD: the product is not reduced modulo 2^256; 0 when the divisor is 0 */
@inline
export function mulmodOp(sp: usize): usize {
  const result = sp + 64;
  mulmod(result, sp, sp + 32, result);
  return result;
}
