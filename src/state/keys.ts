import { concatBytes } from '../primitives/bytes.ts';
import { type Hex, hexLength, toHex, writeHex } from '../primitives/hex.ts';
import type { RangeOptions } from '../store/types.ts';

/** Keys of the state's tables, and what lies between two of them. Addresses are 20 bytes, heights 8, big-endian. */

/** Hex texts behind one another, as bytes. */
export function keyOf(...parts: readonly Hex[]): Uint8Array {
  const key = new Uint8Array(parts.reduce((sum, part) => sum + hexLength(part), 0));
  let at = 0;
  for (const part of parts) {
    writeHex(part, key, at);
    at += hexLength(part);
  }
  return key;
}

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

/** Range of the keys that start with `prefix`, from `start` on; the first `limit` of them. */
export function prefixRange(prefix: Uint8Array, start = prefix, limit = Number.POSITIVE_INFINITY): RangeOptions {
  const end = firstKeyAfterPrefix(prefix);
  return end === undefined ? { start, limit } : { start, end, limit };
}

/** First key behind all that start with `prefix`; undefined when there is none. */
export function firstKeyAfterPrefix(prefix: Uint8Array): Uint8Array | undefined {
  const last = prefix.findLastIndex((byte) => byte !== 0xff);
  const key = Uint8Array.from(prefix.subarray(0, last + 1));
  key[last] = (key[last] ?? 0) + 1;
  return last === -1 ? undefined : key;
}

/**
 * An entry's key in a form that keeps the order of keys and of which none begins another, so that more can follow it:
 * a zero byte becomes 00 01, and 00 00 ends it.
 */
export function sortableKey(key: Hex): Uint8Array {
  return escapeZeros(keyOf(key), 2);
}

/** What the sortable form of every key with this prefix starts with. */
export function sortablePrefix(prefix: Hex): Uint8Array {
  return escapeZeros(keyOf(prefix), 0);
}

function escapeZeros(bytes: Uint8Array, zerosBehind: number): Uint8Array {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  const escaped = new Uint8Array(bytes.length + zeros + zerosBehind);
  let at = 0;
  for (const byte of bytes) {
    escaped[at++] = byte;
    if (byte === 0) escaped[at++] = 1;
  }
  return escaped;
}

/** The entry's key that a sortable key, with whatever follows it, stands for. */
export function fromSortableKey(bytes: Uint8Array): Hex {
  const key: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0 && bytes[++at] === 0) return toHex(Uint8Array.from(key));
    key.push(byte);
  }
  throw new Error('corrupt history: a key without end');
}

/** A key followed by a number, a height mostly: rows with one prefix are stored together, in the order of the number. */
export function numberedKey(prefix: Uint8Array, number: number): Uint8Array {
  return concatBytes(prefix, heightKey(number));
}
