import { concatBytes } from '../primitives/bytes.ts';
import { type Hex, hexLength, toHex, writeHex } from '../primitives/hex.ts';
import type { RangeOptions } from '../store/types.ts';

/** Keys and key ranges of the tables. Addresses have 20 bytes, heights 8, big-endian. */

/** The bytes of hex strings, concatenated. */
export function keyOf(...parts: readonly Hex[]): Uint8Array {
  const key = new Uint8Array(parts.reduce((sum, part) => sum + hexLength(part), 0));
  let at = 0;
  for (const part of parts) {
    writeHex(part, key, at);
    at += hexLength(part);
  }
  return key;
}

/** A height as 8 bytes, big-endian. */
export function heightKey(height: number): Uint8Array {
  const key = new Uint8Array(8);
  for (let at = 7, rest = height; at >= 0; at--, rest = Math.floor(rest / 256)) key[at] = rest % 256;
  return key;
}

/** The height a key ends with. */
export function heightAtEnd(key: Uint8Array): number {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  return Number(view.getBigUint64(key.length - 8));
}

/** The range of keys that start with `prefix`, from `start` on, at most `limit` of them. */
export function prefixRange(prefix: Uint8Array, start = prefix, limit = Number.POSITIVE_INFINITY): RangeOptions {
  const end = firstKeyAfterPrefix(prefix);
  return end === undefined ? { start, limit } : { start, end, limit };
}

/** The first key after all keys that start with `prefix`; undefined when there is none. */
export function firstKeyAfterPrefix(prefix: Uint8Array): Uint8Array | undefined {
  const last = prefix.findLastIndex((byte) => byte !== 0xff);
  const key = Uint8Array.from(prefix.subarray(0, last + 1));
  key[last] = (key[last] ?? 0) + 1;
  return last === -1 ? undefined : key;
}

/**
 * An entry's key, encoded so that the order of keys is kept and no encoding is a prefix of another, and more can follow:
 * a zero byte becomes 00 01, and 00 00 is the end.
 */
export function sortableKey(key: Hex): Uint8Array {
  return escapeZeros(keyOf(key), 2);
}

/** The common prefix of the sortable encodings of all keys with this prefix. */
export function sortablePrefix(prefix: Hex): Uint8Array {
  return escapeZeros(keyOf(prefix), 0);
}

function escapeZeros(bytes: Uint8Array, endZeros: number): Uint8Array {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  const escaped = new Uint8Array(bytes.length + zeros + endZeros);
  let at = 0;
  for (const byte of bytes) {
    escaped[at++] = byte;
    if (byte === 0) escaped[at++] = 1;
  }
  return escaped;
}

/** Sortable encoding, with anything after its end → the entry's key. */
export function fromSortableKey(bytes: Uint8Array): Hex {
  const key: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0 && bytes[++at] === 0) return toHex(Uint8Array.from(key));
    key.push(byte);
  }
  throw new Error('corrupt history: a key without its end');
}

/** A key followed by a number, a height mostly: rows with one prefix are stored together, in the order of the number. */
export function numberedKey(prefix: Uint8Array, number: number): Uint8Array {
  return concatBytes(prefix, heightKey(number));
}
