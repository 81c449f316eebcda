import { ByteWriter } from './byte-writer.ts';
import { emptyBytes } from './bytes.ts';

/** Longest run of zeros that one pair of bytes stands for. */
const maxRun = 255;

/**
 * A shorter form of bytes that are mostly zeros, such as words of the EVM: each run of zeros is a zero and its length.
 */
export function packZeros(bytes: Uint8Array): Uint8Array {
  const writer = new ByteWriter();
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    writer.byte(byte);
    if (byte !== 0) {
      at++;
      continue;
    }
    const start = at;
    while (at < bytes.length && bytes[at] === 0 && at - start < maxRun) at++;
    writer.byte(at - start);
  }
  return writer.finish();
}

/** Inverse of `packZeros`. */
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
