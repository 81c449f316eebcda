import { Op } from '../generated/enums';

/** Bytes of the bitmap of a code: a bit for each byte, in words of 64. */
@inline
export function bitmapBytes(length: u32): u32 {
  return ((length + 63) >> 6) << 3;
}

/**
 * Writes the bitmap of the JUMPDESTs that are instructions, not part of the bytes of a PUSH. Up to 63 bytes behind the
 * code are read.
 *
 * The instructions of 16 bytes are found together, whatever they are, so that the slowest code (one of PUSH1, for which
 * going from one to the next takes 27 µs for 24,576 bytes) takes no longer than any other.
 */
export function markJumpDestinations(code: usize, length: u32, bitmap: usize): void {
  pushed = 0;
  for (let at: u32 = 0; at < length; at += 64) {
    const present = at + 64 <= length ? u64.MAX_VALUE : ((<u64>1) << (<u64>(length - at))) - 1;
    const bytes = code + at;
    let destinations = destinationsOf16(bytes);
    destinations |= destinationsOf16(bytes + 16) << 16;
    destinations |= destinationsOf16(bytes + 32) << 32;
    destinations |= destinationsOf16(bytes + 48) << 48;
    store<u64>(bitmap + (<usize>at >> 3), destinations & present);
  }
}

/** Bytes at the beginning of the next 16 that belong to a PUSH before them. */
let pushed: u32 = 0;

/** For each of 16 bytes: bits 0 to 7, and 8 to 15, of the set of instructions; and where those that follow begin. */
const reached: usize = memory.data(48, 16);

/**
 * A bit for each of the 16 bytes that is a JUMPDEST. `next` holds where the instruction after the one at each byte
 * begins, and `low` and `high` the set of instructions from that byte on: first the one itself, then, by looking up the
 * set of the following ones, 2, 4, 8 and 16. A look-up beyond the 16 bytes gives 0.
 */
@inline
function destinationsOf16(at: usize): u64 {
  const bytes = v128.load(at);
  const isPush = v128.eq<u8>(v128.and(bytes, i8x16.splat(<i8>0xe0)), i8x16.splat(0x60)); // PUSH1 to PUSH32
  const immediate = v128.and(isPush, v128.sub<u8>(bytes, i8x16.splat(<i8>Op.PUSH0)));
  let next = v128.add<u8>(immediate, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
  let low = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  let high = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
  for (let known = 1; known < 16; known *= 2) {
    low = v128.or(low, v128.swizzle(low, next));
    high = v128.or(high, v128.swizzle(high, next));
    const isBehind = v128.gt<i8>(next, i8x16.splat(15));
    next = v128.or(v128.swizzle(next, next), v128.and(next, isBehind));
  }
  const first = pushed;
  if (first >= 16) {
    pushed = first - 16;
    return 0;
  }
  v128.store(reached, low);
  v128.store(reached, high, 16);
  v128.store(reached, next, 32);
  const instructions = <u64>load<u8>(reached + first) | (<u64>load<u8>(reached + first, 16) << 8);
  pushed = <u32>load<u8>(reached + first, 32) - 16;
  return instructions & <u64>i8x16.bitmask(v128.eq<u8>(bytes, i8x16.splat(<i8>Op.JUMPDEST)));
}

/** Whether a jump to the pc is valid. */
@inline
export function isJumpDestination(bitmap: usize, length: u32, pc: u64): bool {
  return pc < <u64>length && ((load<u8>(bitmap + (<usize>pc >> 3)) >> (<u8>pc & 7)) & 1) != 0;
}
