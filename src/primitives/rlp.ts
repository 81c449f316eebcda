import { bigintToBytes, bytesToBigint } from './bytes.ts';

/** Recursive-length-prefix encoding (Ethereum yellow paper, appendix B). */
export type RlpItem = Uint8Array | readonly RlpItem[];
export type RlpDecoded = Uint8Array | RlpDecoded[];

/** The bytes are not canonical RLP. */
export class RlpError extends Error {
  override name = 'RlpError';
}

/** Item → canonical RLP. A single byte below 0x80 is its own encoding and is handed back as it is. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array && isOwnEncoding(item)) return item;
  const encoded = new Uint8Array(encodedLength(item));
  write(item, encoded, 0);
  return encoded;
}

function isOwnEncoding(bytes: Uint8Array): boolean {
  return bytes.length === 1 && (bytes[0] ?? 0) < 0x80;
}

function encodedLength(item: RlpItem): number {
  if (item instanceof Uint8Array && isOwnEncoding(item)) return 1;
  const length = item instanceof Uint8Array ? item.length : bodyLength(item);
  return 1 + sizeBytes(length) + length;
}

function bodyLength(items: readonly RlpItem[]): number {
  let length = 0;
  for (const item of items) length += encodedLength(item);
  return length;
}

/** How many bytes follow the first one of a prefix to tell the length. */
function sizeBytes(length: number): number {
  if (length <= 55) return 0;
  return length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : 4;
}

/** Writes the item at `at` and answers where it ends. */
function write(item: RlpItem, target: Uint8Array, at: number): number {
  if (item instanceof Uint8Array) {
    const from = isOwnEncoding(item) ? at : writePrefix(target, at, item.length, 0x80);
    target.set(item, from);
    return from + item.length;
  }
  let end = writePrefix(target, at, bodyLength(item), 0xc0);
  for (const part of item) end = write(part, target, end);
  return end;
}

function writePrefix(target: Uint8Array, at: number, length: number, base: number): number {
  const size = sizeBytes(length);
  target[at] = size === 0 ? base + length : base + 55 + size;
  for (let i = size, rest = length; i > 0; i--, rest >>>= 8) target[at + i] = rest & 0xff;
  return at + 1 + size;
}

/** Unsigned integer → the item RLP uses for it: big-endian, no leading zeros. */
export function rlpInteger(value: bigint | number): Uint8Array {
  return bigintToBytes(BigInt(value));
}

/** Item → unsigned integer. Throws an RlpError on a list, leading zeros, or more than `maxBytes`. */
export function integerFromRlp(item: RlpDecoded | undefined, maxBytes = 32): bigint {
  const bytes = bytesFromRlp(item);
  if (bytes.length > maxBytes) throw new RlpError(`rlp: integer larger than ${maxBytes * 8} bits`);
  if (bytes[0] === 0) throw new RlpError('rlp: non-canonical integer (leading zero bytes)');
  return bytesToBigint(bytes);
}

/** Item → bytes. Throws an RlpError on a list, or when the length is not the one asked for. */
export function bytesFromRlp(item: RlpDecoded | undefined, length?: number): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RlpError('rlp: expected a byte string');
  if (length !== undefined && item.length !== length) {
    throw new RlpError(`rlp: expected ${length} bytes, got ${item.length}`);
  }
  return item;
}

/** Item → list. Throws an RlpError on bytes. */
export function listFromRlp(item: RlpDecoded | undefined): RlpDecoded[] {
  if (item === undefined || item instanceof Uint8Array) throw new RlpError('rlp: expected a list');
  return item;
}

/** Canonical RLP → item. Throws an RlpError on anything else, trailing bytes included. */
export function decodeRlp(bytes: Uint8Array): RlpDecoded {
  const { item, end } = decodeAt(bytes, 0, 0);
  if (end !== bytes.length) throw new RlpError('rlp: input has trailing bytes');
  return item;
}

const maxDepth = 256;

function decodeAt(bytes: Uint8Array, start: number, depth: number): { item: RlpDecoded; end: number } {
  const first = bytes[start];
  if (first === undefined) throw new RlpError('rlp: input too short');
  if (depth > maxDepth) throw new RlpError('rlp: nested too deeply');
  if (first < 0x80) return { item: bytes.subarray(start, start + 1), end: start + 1 };
  const isList = first >= 0xc0;
  const { from, end } = payload(bytes, start, isList ? 0xc0 : 0x80);
  if (!isList) {
    const value = bytes.subarray(from, end);
    if (value.length === 1 && (value[0] ?? 0) < 0x80) throw new RlpError('rlp: non-canonical single byte');
    return { item: value, end };
  }
  const items: RlpDecoded[] = [];
  let at = from;
  while (at < end) {
    const next = decodeAt(bytes, at, depth + 1);
    if (next.end > end) throw new RlpError('rlp: element larger than its list');
    items.push(next.item);
    at = next.end;
  }
  return { item: items, end };
}

/** The encoding of a list without its last `count` items, from the canonical encoding of the whole. */
export function withoutLastItems(list: Uint8Array, count: number): Uint8Array {
  const { from } = payload(list, 0, 0xc0);
  const starts: number[] = [];
  for (let at = from; at < list.length; at = endOf(list, at)) starts.push(at);
  const body = list.subarray(from, starts.at(-count));
  const shorter = new Uint8Array(1 + sizeBytes(body.length) + body.length);
  shorter.set(body, writePrefix(shorter, 0, body.length, 0xc0));
  return shorter;
}

function endOf(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  return first < 0x80 ? start + 1 : payload(bytes, start, first < 0xc0 ? 0x80 : 0xc0).end;
}

function payload(bytes: Uint8Array, start: number, base: number): { from: number; end: number } {
  const first = (bytes[start] ?? 0) - base;
  let from = start + 1;
  let length = first;
  if (first > 55) {
    const sizeBytes = bytes.subarray(from, from + first - 55);
    from += first - 55;
    if (sizeBytes.length !== first - 55) throw new RlpError('rlp: input too short');
    const size = bytesToBigint(sizeBytes);
    if (sizeBytes[0] === 0 || size <= 55n) throw new RlpError('rlp: non-canonical size');
    if (size > BigInt(bytes.length)) throw new RlpError('rlp: input too short');
    length = Number(size);
  }
  if (from + length > bytes.length) throw new RlpError('rlp: input too short');
  return { from, end: from + length };
}
