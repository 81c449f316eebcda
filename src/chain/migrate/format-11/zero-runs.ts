import { emptyBytes } from '../../../primitives/bytes.ts';

/** Bytes that were mostly zeros: each run of them is stored as a zero and its length. */
export function unpackZeros(packed: Uint8Array): Uint8Array {
  let length = 0;
  for (let at = 0; at < packed.length; at++) length += packed[at] === 0 ? (packed[++at] ?? 0) : 1;
  if (length === 0) return emptyBytes;
  const bytes = new Uint8Array(length);
  let end = 0;
  for (let at = 0; at < packed.length; at++) {
    const byte = packed[at] ?? 0;
    if (byte === 0) end += packed[++at] ?? 0;
    else bytes[end++] = byte;
  }
  return bytes;
}
