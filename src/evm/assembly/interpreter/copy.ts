import { Halt } from '../generated/enums';
import { isZero } from '../arithmetic/compare';
import { clearWord, fitsLimb } from '../arithmetic/word';
import { codeBytes, codeLength } from '../code/account-code';
import { Frame } from '../frames/frame';
import { GAS_COPY_WORD, GAS_WARM_ACCESS, spend, wordsFor } from '../gas';
import { halt } from '../halt';
import { RETURN_DATA } from '../layout';
import { accessAccount, accessedAccount } from '../state/accounts';
import { expandRange, fitsMemory, loadBigEndian } from './memory';

/** CALLDATALOAD: replaces the offset by the word there; bytes beyond the end are 0. */
export function calldataLoadOp(frame: Frame, offset: usize): void {
  const length = <u64>frame.inputLength;
  const start = load<u64>(offset);
  if (!fitsLimb(offset) || start >= length) return clearWord(offset);
  const source = frame.input + <usize>start;
  if (start + 32 <= length) return loadBigEndian(offset, source);
  clearWord(offset);
  const present = <usize>(length - start);
  for (let i: usize = 0; i < present; i++) store<u8>(offset + 31 - i, load<u8>(source + i));
}

/**
 * Copies `count` bytes into the frame's memory; bytes beyond the source are 0. `to`, `from` and `count` are words.
 * Returns the gas left.
 */
function copyToMemory(
  frame: Frame,
  to: usize,
  from: usize,
  count: usize,
  source: usize,
  sourceLength: u32,
  gas: i64,
): i64 {
  let left = expandRange(frame, to, count, gas);
  if (left < 0 || isZero(count)) return left;
  const bytes = load<u32>(count);
  left = spend(left, GAS_COPY_WORD * wordsFor(bytes));
  if (left < 0) return left;
  const target = frame.memory + load<u32>(to);
  const start = fitsLimb(from) ? <u32>min<u64>(load<u64>(from), sourceLength) : sourceLength;
  const present = min<u32>(sourceLength - start, bytes);
  memory.copy(target, source + start, present);
  memory.fill(target + present, 0, bytes - present);
  return left;
}

/** CALLDATACOPY. Returns the gas left. */
export function calldataCopyOp(frame: Frame, sp: usize, gas: i64): i64 {
  return copyToMemory(frame, sp, sp + 32, sp + 64, frame.input, frame.inputLength, gas);
}

/** CODECOPY. Returns the gas left. */
export function codeCopyOp(frame: Frame, sp: usize, gas: i64): i64 {
  return copyToMemory(frame, sp, sp + 32, sp + 64, frame.code, frame.codeLength, gas);
}

/** RETURNDATACOPY: reading beyond the end halts (EIP-211). Returns the gas left. */
export function returnDataCopyOp(frame: Frame, sp: usize, gas: i64): i64 {
  const length = <u64>frame.returnLength;
  const isInside =
    fitsLimb(sp + 32) &&
    fitsLimb(sp + 64) &&
    load<u64>(sp, 32) <= length &&
    load<u64>(sp, 64) <= length &&
    load<u64>(sp, 32) + load<u64>(sp, 64) <= length;
  if (!isInside) return halt(Halt.RETURN_DATA_BOUNDS);
  return copyToMemory(frame, sp, sp + 32, sp + 64, RETURN_DATA, frame.returnLength, gas);
}

/** EXTCODECOPY. Returns the gas left. */
export function extCodeCopyOp(frame: Frame, sp: usize, gas: i64): i64 {
  const left = accessAccount(sp, GAS_WARM_ACCESS, gas);
  if (left < 0) return left;
  const account = accessedAccount;
  const length = codeLength(account);
  return copyToMemory(frame, sp + 32, sp + 64, sp + 96, length == 0 ? 0 : codeBytes(account), length, left);
}

/** MCOPY (EIP-5656). Returns the gas left. */
export function mcopyOp(frame: Frame, sp: usize, gas: i64): i64 {
  const count = sp + 64;
  if (isZero(count)) return gas;
  if (!fitsMemory(sp) || !fitsMemory(sp + 32)) return halt(Halt.OUT_OF_GAS);
  const higher = load<u64>(sp) > load<u64>(sp, 32) ? sp : sp + 32;
  let left = expandRange(frame, higher, count, gas);
  if (left < 0) return left;
  const bytes = load<u32>(count);
  left = spend(left, GAS_COPY_WORD * wordsFor(bytes));
  if (left >= 0) memory.copy(frame.memory + load<u32>(sp), frame.memory + load<u32>(sp, 32), bytes);
  return left;
}
