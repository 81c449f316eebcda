import { RlpError } from './item.ts';

/**
 * Every item except a single byte below 0x80 begins with a prefix: a byte with the length of the payload or, from 56
 * bytes on, with the number of bytes of the length, which follows.
 */
export const bytesPrefix = 0x80;
export const listPrefix = 0xc0;

const maxShortLength = 55;

/** Whether the bytes are their own encoding, without a prefix. */
export function isOwnEncoding(bytes: Uint8Array): boolean {
  return bytes.length === 1 && (bytes[0] ?? 0) < bytesPrefix;
}

/** Length of the prefix of a payload. */
export function prefixLength(length: number): number {
  return 1 + sizeBytes(length);
}

/** Number of length bytes after the first byte of the prefix. */
function sizeBytes(length: number): number {
  if (length <= maxShortLength) return 0;
  return length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : 4;
}

/** Writes a prefix at `at`. Returns the offset after it. `kind`: `bytesPrefix` or `listPrefix`. */
export function writePrefix(target: Uint8Array, at: number, length: number, kind: number): number {
  const size = sizeBytes(length);
  target[at] = size === 0 ? kind + length : kind + maxShortLength + size;
  for (let i = size, rest = length; i > 0; i--, rest >>>= 8) target[at + i] = rest & 0xff;
  return at + 1 + size;
}

/** Whether the item at `at` is a list. */
export function isList(bytes: Uint8Array, at: number): boolean {
  return (bytes[at] ?? 0) >= listPrefix;
}

/** Offset of the payload of the item at `at`: after its prefix, or `at` itself when it has none. */
export function payloadStart(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  return first < bytesPrefix ? at : at + 1 + Math.max(0, shortLength(first) - maxShortLength);
}

/** End of the payload that begins at `from`. Throws an RlpError when it is not canonical, or beyond the bytes. */
export function payloadEnd(bytes: Uint8Array, at: number, from: number): number {
  const first = bytes[at];
  if (first === undefined) throw new RlpError('rlp: input too short');
  const end = first < bytesPrefix ? at + 1 : from + payloadLength(bytes, at, from);
  if (end > bytes.length) throw new RlpError('rlp: input too short');
  if (from > at && end === from + 1 && first < listPrefix && (bytes[from] ?? 0) < bytesPrefix) {
    throw new RlpError('rlp: non-canonical single byte');
  }
  return end;
}

/** The length in the first byte of a prefix; above 55 it is 55 plus the number of length bytes. */
function shortLength(first: number): number {
  return first & 0x3f;
}

function payloadLength(bytes: Uint8Array, at: number, from: number): number {
  const short = shortLength(bytes[at] ?? 0);
  if (short <= maxShortLength) return short;
  if (from > bytes.length) throw new RlpError('rlp: input too short');
  let length = 0;
  for (let i = at + 1; i < from; i++) length = length * 256 + (bytes[i] ?? 0);
  if (bytes[at + 1] === 0 || length <= maxShortLength) throw new RlpError('rlp: non-canonical size');
  return length;
}
