/** Big-endian integers and plain byte strings. */

export const emptyBytes = new Uint8Array(0);

/** All parts behind one another. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Whether both hold the same bytes. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** So many bytes always fit a number, and two words 64 bits: the way over text, which longer ones take, costs more. */
const exactBytes = 6;
const exactLimit = 256n ** BigInt(exactBytes);
const wordBytes = 4;
const wordBits = 32n;
const twoWords = 2n ** 64n;

/** Big-endian bytes → unsigned integer; no bytes are 0. */
export function bytesToBigint(bytes: Uint8Array): bigint {
  if (bytes.length <= exactBytes) return BigInt(smallInteger(bytes));
  if (bytes.length <= 2 * wordBytes) {
    const high = smallInteger(bytes.subarray(0, -wordBytes));
    return (BigInt(high) << wordBits) | BigInt(smallInteger(bytes.subarray(-wordBytes)));
  }
  if (bytes.length === 32) return wordToBigint(new DataView(bytes.buffer, bytes.byteOffset));
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`);
}

function wordToBigint(view: DataView): bigint {
  const high = (view.getBigUint64(0) << 64n) | view.getBigUint64(8);
  return (high << 128n) | (view.getBigUint64(16) << 64n) | view.getBigUint64(24);
}

function smallInteger(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** Unsigned integer → big-endian bytes without leading zeros; 0 is no bytes. */
export function bigintToBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`negative: ${value}`);
  if (value < exactLimit) return smallBytes(Number(value));
  if (value < twoWords) return twoWordBytes(Number(value >> wordBits), Number(BigInt.asUintN(32, value)));
  const digits = value.toString(16);
  return new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'));
}

/** `high` is not 0. */
function twoWordBytes(high: number, low: number): Uint8Array {
  const start = smallBytes(high);
  const bytes = new Uint8Array(start.length + wordBytes);
  bytes.set(start);
  new DataView(bytes.buffer).setUint32(start.length, low);
  return bytes;
}

function smallBytes(value: number): Uint8Array {
  let length = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) length++;
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

/** Unsigned integer → exactly `length` big-endian bytes. Throws a RangeError when it does not fit. */
export function bigintToFixedBytes(value: bigint, length: number): Uint8Array {
  const bytes = bigintToBytes(value);
  if (bytes.length > length) throw new RangeError(`${value} does not fit ${length} bytes`);
  const fixed = new Uint8Array(length);
  fixed.set(bytes, length - bytes.length);
  return fixed;
}

/** Drops leading zero bytes. */
export function trimLeadingZeros(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start++;
  return bytes.subarray(start);
}
