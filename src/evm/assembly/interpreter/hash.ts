import { isZero } from '../arithmetic/compare';
import { fitsLimb } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { GAS_KECCAK_WORD, spend, wordsFor } from '../gas';
import { absorbBlocks, begin, finish, RATE } from '@qord/curves/assembly/keccak';
import { sliceEnded } from '../host';
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
  else hashInPieces(length, start, bytes);
  return left;
}

/** Bytes that are hashed between two questions whether to stop: in less than half a millisecond. */
const PIECE_BYTES: u32 = 1024 * RATE;

/** result = Keccak-256 of `length` bytes at `message`, as a word. */
function hashInPieces(result: usize, message: usize, length: u32): void {
  begin();
  let rest = length;
  for (; rest > PIECE_BYTES; rest -= PIECE_BYTES) {
    absorbBlocks(message, PIECE_BYTES);
    message += PIECE_BYTES;
    sliceEnded();
  }
  finish(result, message, rest);
}

/** Whether the range is 64 bytes that are already inside the frame's memory, as it is for slots of mappings. */
@inline
function isCovered64(frame: Frame, offset: usize, length: usize): bool {
  const isHere = fitsLimb(offset) && load<u64>(offset) <= MAX_FRAME_MEMORY;
  return isHere && fitsLimb(length) && load<u64>(length) == 64 && load<u64>(offset) + 64 <= <u64>frame.memorySize;
}
