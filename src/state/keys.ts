import { type Address, addressFromBytes } from '../primitives/address.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { type Hex, hexLength, toHex, writeHex } from '../primitives/hex.ts';
import type { RangeOptions } from '../store/types.ts';

/** Keys and key ranges of the tables. Heights have 8 bytes, big-endian. */

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

const addressBytes = 20;

/**
 * An address, and what follows it, as the beginning of a key: in the order of addresses, none the prefix of another.
 * The zeros it begins with, as those of native modules do, are two bytes: zero, then 255 less their number. That is 16
 * of the 20 bytes of a module, which begins half the rows that a block of one transfer adds.
 */
export function ownedKey(owner: Address, rest: Hex = '0x'): Uint8Array {
  let zeros = 0;
  while (owner.startsWith('00', 2 + 2 * zeros)) zeros++;
  const start = zeros === 0 ? 0 : 2;
  const length = start + addressBytes - zeros;
  const key = new Uint8Array(length + hexLength(rest));
  if (zeros > 0) key[1] = 0xff - zeros;
  writeHex(owner, key, start, zeros);
  writeHex(rest, key, length);
  return key;
}

/** The address that such a key begins with, and the number of bytes it takes there. */
export function ownerOf(key: Uint8Array): { readonly owner: Address; readonly length: number } {
  const zeros = key[0] === 0 ? 0xff - (key[1] ?? 0) : 0;
  if (zeros > addressBytes) throw new Error('corrupt data: a key without its address');
  if (zeros === 0) return { owner: addressFromBytes(key.subarray(0, addressBytes)), length: addressBytes };
  const address = new Uint8Array(addressBytes);
  const length = 2 + addressBytes - zeros;
  address.set(key.subarray(2, length), zeros);
  return { owner: addressFromBytes(address), length };
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

/** Longest run of zeros that one pair of bytes stands for. */
const maxRun = 127;

/**
 * An entry's key, encoded so that the order of keys is kept and no encoding is a prefix of another, and more can
 * follow. A run of zeros, as small slot numbers have, is two bytes: zero, then 255 less its length or,
 * at the end of the key, its length, which may be none.
 */
export function sortableKey(key: Hex): Uint8Array {
  const bytes = keyOf(key);
  const writer = new ByteWriter();
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros === maxRun || (zeros > 0 && byte !== 0)) {
      writer.byte(0);
      writer.byte(0xff - zeros);
      zeros = 0;
    }
    if (byte === 0) zeros++;
    else writer.byte(byte);
  }
  writer.byte(0);
  writer.byte(zeros);
  return writer.finish();
}

/** Sortable encoding, with anything after its end → the entry's key. */
export function fromSortableKey(bytes: Uint8Array): Hex {
  const key: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0) {
      key.push(byte);
      continue;
    }
    const run = bytes[++at] ?? 0;
    for (let zeros = run > maxRun ? 0xff - run : run; zeros > 0; zeros--) key.push(0);
    if (run <= maxRun) return toHex(Uint8Array.from(key));
  }
  throw new Error('corrupt history: a key without its end');
}

/**
 * A key followed by a number, a height mostly: rows with one prefix are stored together, in the order of the number.
 */
export function numberedKey(prefix: Uint8Array, number: number): Uint8Array {
  return concatBytes(prefix, heightKey(number));
}
