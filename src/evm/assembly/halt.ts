/** Why a frame stopped exceptionally. `haltReasons` on the TypeScript side has the names in this order. */
export const enum Halt {
  NONE,
  OUT_OF_GAS,
  STACK_UNDERFLOW,
  STACK_OVERFLOW,
  INVALID_JUMP,
  INVALID_OPCODE,
  WRITE_PROTECTION,
  RETURN_DATA_BOUNDS,
  ADDRESS_COLLISION,
  CODE_SIZE,
  INITCODE_SIZE,
  CODE_PREFIX,
  CODE_STORAGE_GAS,
  NONCE_OVERFLOW,
  INSUFFICIENT_BALANCE,
  CALL_DEPTH,
  PRECOMPILE_FAILURE,
}

/** The reason of the newest halt. */
export let haltReason: i32 = Halt.NONE;

/**
 * Notes the reason and returns a negative amount of gas: that is how every function that takes gas and returns what is
 * left tells its caller that the frame halts.
 */
export function halt(reason: i32): i64 {
  haltReason = reason;
  return -1;
}
