import { isZero } from '../arithmetic/compare';
import { fitsLimb } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { GAS_KECCAK_WORD, spend, wordsFor } from '../gas';
import { keccak } from '../../../primitives/crypto/assembly/keccak';
import { keccakOf64 } from '../keccak-cache';
import { MAX_FRAME_MEMORY } from '../layout';
import { expandRange } from './memory';

/** KECCAK256: replaces the length at `sp + 32` by the hash. Returns the gas left. */
export function keccakOp(frame: Frame, sp: usize, gas: i64): i64 {
  const length = sp + 32;
  const bytes = load<u32>(length);
  if (isCovered64(frame, sp, length)) {
    const paid = spend(gas, 2 * GAS_KECCAK_WORD);
    if (paid >= 0) keccakOf64(length, frame.memory + load<u32>(sp));
    return paid;
  }
  const isEmpty = isZero(length);
  let left = expandRange(frame, sp, length, gas);
  if (left < 0) return left;
  left = spend(left, GAS_KECCAK_WORD * wordsFor(bytes));
  if (left < 0) return left;
  const start = isEmpty ? frame.memory : frame.memory + load<u32>(sp);
  if (bytes == 64) keccakOf64(length, start);
  else keccak(length, start, bytes);
  return left;
}

/** Whether the range is 64 bytes that are already inside the frame's memory, as it is for slots of mappings. */
@inline
function isCovered64(frame: Frame, offset: usize, length: usize): bool {
  const isHere = fitsLimb(offset) && load<u64>(offset) <= MAX_FRAME_MEMORY;
  return isHere && fitsLimb(length) && load<u64>(length) == 64 && load<u64>(offset) + 64 <= <u64>frame.memorySize;
}
