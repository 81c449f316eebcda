import { COEFFICIENTS, POLYNOMIAL } from './ring';

/** Bits that are dropped from t (the parameter d). */
const DROPPED: u32 = 13;

/** t1·2^d from 10 bits a coefficient (pkDecode, FIPS 204, algorithm 23). */
export function unpackHighBits(polynomial: usize, bytes: usize): void {
  for (let i: u32 = 0; i < <u32>COEFFICIENTS; i += 4) {
    const packed = load<u32>(bytes) | ((<u64>load<u8>(bytes, 4)) << 32);
    for (let j: u32 = 0; j < 4; j++) {
      store<u32>(polynomial + ((i + j) << 2), (<u32>((packed >> (10 * j)) & 0x3ff)) << DROPPED);
    }
    bytes += 5;
  }
}

/**
 * An element of z from `bits` a coefficient (BitUnpack, algorithm 19, with b = 2^(bits - 1)); false when a coefficient
 * is not below `bound` in size.
 */
export function unpackResponse(polynomial: usize, bytes: usize, bits: u32, bound: i32): bool {
  const middle = 1 << (bits - 1);
  const mask = (1 << bits) - 1;
  let place: u32 = 0;
  for (let at = polynomial; at < polynomial + POLYNOMIAL; at += 4) {
    const packed = load<u32>(bytes + (place >> 3)); // 18 or 20 bits and up to 6 before them
    const coefficient = middle - ((packed >> (place & 7)) & mask);
    if (coefficient >= bound || coefficient <= -bound) return false;
    store<i32>(at, coefficient);
    place += bits;
  }
  return true;
}

/** One byte for each coefficient: whether its hint is set (HintBitUnpack, algorithm 21); false when malformed. */
export function unpackHints(hints: usize, bytes: usize, rows: u32, most: u32): bool {
  memory.fill(hints, 0, rows * COEFFICIENTS);
  let at: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const start = at;
    const end: u32 = load<u8>(bytes + most + row);
    if (end < start || end > most) return false;
    for (; at < end; at++) {
      const place: u32 = load<u8>(bytes + at);
      if (at > start && place <= load<u8>(bytes + at - 1)) return false;
      store<u8>(hints + row * COEFFICIENTS + place, 1);
    }
  }
  for (; at < most; at++) if (load<u8>(bytes + at) !== 0) return false;
  return true;
}
