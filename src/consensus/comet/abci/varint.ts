/** Bytes of the longest varint: 64 bits in groups of seven. */
const maxVarintBytes = 10;
/** Groups of seven bits that fit a double exactly. */
const exactGroups = 7;

/**
 * The varint at an offset, and the offset of the next value. A negative number has ten bytes. Throws a RangeError when
 * the bytes end within it, or when the number is beyond 2^53.
 */
export function readVarint(bytes: Uint8Array, at: number, end: number): { value: number; next: number } {
  let value = 0;
  let scale = 1;
  for (let index = 0; index < exactGroups; index++) {
    const byte = bytes[at + index];
    if (byte === undefined || at + index >= end) throw new RangeError('a number is cut off');
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: at + index + 1 };
    scale *= 0x80;
  }
  return readLongVarint(bytes, at, end);
}

function readLongVarint(bytes: Uint8Array, at: number, end: number): { value: number; next: number } {
  let value = 0n;
  for (let index = 0; index < maxVarintBytes; index++) {
    const byte = bytes[at + index];
    if (byte === undefined || at + index >= end) throw new RangeError('a number is cut off');
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value: exact(BigInt.asIntN(64, value)), next: at + index + 1 };
  }
  throw new RangeError('a number has more than ten bytes');
}

function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the number ${value} is too large`);
  return number;
}

/**
 * The varint at an offset, and the offset of the bytes after it; undefined when its bytes have not all arrived. Throws
 * a RangeError when it is longer than five bytes: no message of ABCI has 2^35 bytes.
 */
export function readLength(bytes: Uint8Array, at: number): { value: number; next: number } | undefined {
  for (let index = 0; index < 5; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    if (byte < 0x80) return readVarint(bytes, at, bytes.length);
  }
  throw new RangeError('the length of a message has more than five bytes');
}
