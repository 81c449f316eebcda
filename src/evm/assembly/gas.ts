import { Halt } from './generated/enums';
import { halt } from './halt';

/** Prices that depend on operands, in gas; the static ones are in the instruction set. */
export const GAS_LOG_BYTE: i64 = 8;
export const GAS_KECCAK_WORD: i64 = 6;
export const GAS_COPY_WORD: i64 = 3;
export const GAS_EXP_BYTE: i64 = 50;
export const GAS_INITCODE_WORD: i64 = 2; // EIP-3860
export const GAS_CODE_BYTE: i64 = 200;

export const GAS_WARM_ACCESS: i64 = 100; // EIP-2929
export const GAS_COLD_ACCOUNT: i64 = 2600;
export const GAS_COLD_SLOT: i64 = 2100;

export const GAS_CALL_VALUE: i64 = 9000;
export const GAS_CALL_STIPEND: i64 = 2300;
export const GAS_NEW_ACCOUNT: i64 = 25000;

export const GAS_SLOT_SET: i64 = 20000; // EIP-2200, EIP-3529
export const GAS_SLOT_RESET: i64 = 2900;
export const REFUND_SLOT_CLEAR: i64 = 4800;

/** Gas left after paying `cost`; negative when it is not enough, and the frame halts. */
@inline
export function spend(gas: i64, cost: i64): i64 {
  const left = gas - cost;
  return left < 0 ? halt(Halt.OUT_OF_GAS) : left;
}

/** Number of whole words that hold `bytes`. */
@inline
export function wordsFor(bytes: u32): i64 {
  return <i64>((<u64>bytes + 31) >> 5);
}

/** The most that a call may pass on: all but one 64th (EIP-150). */
@inline
export function allButOne64th(gas: i64): i64 {
  return gas - (gas >> 6);
}
