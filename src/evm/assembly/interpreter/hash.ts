import { isZero } from '../arithmetic/compare';
import { Frame } from '../frames/frame';
import { GAS_KECCAK_WORD, spend, wordsFor } from '../gas';
import { keccak } from '../../../primitives/crypto/assembly/keccak';
import { keccakOf64 } from '../keccak-cache';
import { expandRange } from './memory';

/** KECCAK256: replaces the length at `sp + 32` by the hash. Returns the gas left. */
export function keccakOp(frame: Frame, sp: usize, gas: i64): i64 {
  const length = sp + 32;
  const bytes = load<u32>(length);
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
