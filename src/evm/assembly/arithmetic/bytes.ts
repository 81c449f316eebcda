import { clearWord, copyWord, fitsLimb, limbAt, limbCount, storeWord, WORD_BYTES } from './word';

/** result = byte `index` of x, counted from the most significant; 0 beyond byte 31 (BYTE). */
export function byteOp(result: usize, index: usize, x: usize): void {
  const position = load<u64>(index);
  if (!fitsLimb(index) || position >= <u64>WORD_BYTES) clearWord(result);
  else storeWord(result, <u64>load<u8>(x + 31 - <usize>position), 0, 0, 0);
}

/** result = x with the sign of byte `index` (from the least significant) in all bytes above it (SIGNEXTEND). */
export function signextend(result: usize, index: usize, x: usize): void {
  const position = load<u64>(index);
  const isWhole = !fitsLimb(index) || position >= <u64>WORD_BYTES - 1;
  copyWord(result, x);
  if (isWhole) return;
  const limbIndex = <i32>(position >> 3);
  const limb = limbAt(result, limbIndex);
  const unused = 56 - ((position & 7) << 3); // bits of the limb above the sign's byte
  const extended = <i64>(load<u64>(limb) << unused) >> <i64>unused;
  store<i64>(limb, extended);
  for (let above = limbIndex + 1; above < 4; above++) store<i64>(limbAt(result, above), extended >> 63);
}

/** Number of bits without leading zeros: 0–256. */
export function bitLength(x: usize): u32 {
  const count = limbCount(x);
  return count == 0 ? 0 : <u32>(count << 6) - <u32>clz<u64>(load<u64>(limbAt(x, count - 1)));
}

/** Number of bytes without leading zeros: 0–32. */
export function byteLength(x: usize): u32 {
  return (bitLength(x) + 7) >> 3;
}

/** result = number of leading zero bits of x: 0–256 (CLZ, EIP-7939). */
export function clzOp(result: usize, x: usize): void {
  storeWord(result, <u64>(256 - bitLength(x)), 0, 0, 0);
}
