import { bigintToBytes, bytesToBigint, concatBytes } from './bytes.ts';

/** Recursive-length-prefix encoding (Ethereum yellow paper, appendix B). */
export type RlpItem = Uint8Array | readonly RlpItem[];
export type RlpDecoded = Uint8Array | RlpDecoded[];

/** The bytes are not canonical RLP. */
export class RlpError extends Error {
  override name = 'RlpError';
}

/** Item → canonical RLP. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const single = item.length === 1 ? item[0] : undefined;
    return single !== undefined && single < 0x80 ? item : concatBytes(lengthPrefix(item.length, 0x80), item);
  }
  const body = concatBytes(...item.map(encodeRlp));
  return concatBytes(lengthPrefix(body.length, 0xc0), body);
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

function lengthPrefix(length: number, base: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(base + length);
  const size = bigintToBytes(BigInt(length));
  return concatBytes(Uint8Array.of(base + 55 + size.length), size);
}
