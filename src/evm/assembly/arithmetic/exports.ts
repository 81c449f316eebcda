/** Entry of a second, small binary: the operations alone, for the tests that compare them with BigInt. */

export { keccak, keccakBytes } from '@qord/curves/assembly/keccak';
export { add, sub } from './add';
export { byteLength, byteOp, clzOp, signextend } from './bytes';
export { isBelow, isBelowSigned, isEqual, isZero } from './compare';
export { div, mod, sdiv, smod } from './divide';
export { exp } from './exponent';
export { addmod, mulmod } from './modular';
export { mul } from './multiply';
export { sar, shl, shr } from './shift';
