import { Op } from '../generated/enums';

/** Bytes of the bitmap of a code: a bit for each byte, in words of 64. */
@inline
export function bitmapBytes(length: u32): u32 {
  return ((length + 63) >> 6) << 3;
}

/**
 * Writes the bitmap of the JUMPDESTs that are instructions, not part of the bytes of a PUSH. 64 bytes of code are
 * looked at together; only PUSHes take a step each, so the slowest code is one of PUSH1 (27 µs for 24,576 bytes). Up to
 * 63 bytes behind the code are read.
 */
export function markJumpDestinations(code: usize, length: u32, bitmap: usize): void {
  let pushed: u64 = 0; // bytes at the beginning of the 64 that belong to a PUSH before them
  for (let at: u32 = 0; at < length; at += 64) {
    const present = at + 64 <= length ? u64.MAX_VALUE : ((<u64>1) << (<u64>(length - at))) - 1;
    const unpushed = present & (u64.MAX_VALUE << pushed);
    let destinations = bytesEqual(code + at, 0xff, <u8>Op.JUMPDEST) & unpushed;
    let pushes = bytesEqual(code + at, 0xe0, <u8>Op.PUSH1) & unpushed; // 0x60 to 0x7f
    pushed = 0;
    while (pushes != 0) {
      const index = ctz<u64>(pushes);
      const upToPush = ((<u64>2) << index) - 1;
      const next = index + 1 + <u64>load<u8>(code + at + <usize>index) - <u64>Op.PUSH0;
      if (next >= 64) {
        destinations &= upToPush;
        pushed = next - 64;
        break;
      }
      const behindPush = u64.MAX_VALUE << next;
      destinations &= upToPush | behindPush;
      pushes &= behindPush;
    }
    store<u64>(bitmap + (<usize>at >> 3), destinations);
  }
}

/** A bit for each of 64 bytes: whether it equals the value where the mask has ones. */
@inline
function bytesEqual(bytes: usize, mask: u8, value: u8): u64 {
  return (
    quarter(bytes, mask, value) |
    (quarter(bytes + 16, mask, value) << 16) |
    (quarter(bytes + 32, mask, value) << 32) |
    (quarter(bytes + 48, mask, value) << 48)
  );
}

@inline
function quarter(bytes: usize, mask: u8, value: u8): u64 {
  const masked = v128.and(v128.load(bytes), v128.splat<u8>(mask));
  return <u64>i8x16.bitmask(v128.eq<u8>(masked, v128.splat<u8>(value)));
}

/** Whether a jump to the pc is valid. */
@inline
export function isJumpDestination(bitmap: usize, length: u32, pc: u64): bool {
  return pc < <u64>length && ((load<u8>(bitmap + (<usize>pc >> 3)) >> (<u8>pc & 7)) & 1) != 0;
}
