import { joinBytes } from '../primitives/bytes.ts';

/** Magic number, no checksum and no content size, a window of 2 MB (RFC 8878 §3.1.1). */
const frameHeader = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58);
const maxBlock = 131_072;

/** Bytes as a Zstandard frame of raw blocks (RFC 8878 §3.1.1.2): valid for every decoder, and not compressed. */
export function encodeZstdFrame(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [frameHeader];
  let start = 0;
  do {
    const block = bytes.subarray(start, start + maxBlock);
    start += maxBlock;
    parts.push(blockHeader(block.length, start >= bytes.length), block);
  } while (start < bytes.length);
  return joinBytes(parts);
}

/** Three little-endian bytes: last-block flag, type 0 (raw), size. */
function blockHeader(size: number, isLast: boolean): Uint8Array {
  const word = (size << 3) | (isLast ? 1 : 0);
  return Uint8Array.of(word & 0xff, (word >> 8) & 0xff, word >> 16);
}
