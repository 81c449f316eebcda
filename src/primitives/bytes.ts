import { newBytes } from './mapped-bytes.ts';

/** Byte strings and big-endian integers. */

export const emptyBytes = new Uint8Array(0);

/** The concatenation of the parts. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts);
}

/** The same for any number of parts: arguments are limited to some ten thousand. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = newBytes(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Whether both have the same bytes. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Up to this many bytes always fit a number, which is faster than a bigint. */
const exactBytes = 6;
const exactLimit = 256n ** BigInt(exactBytes);

/** Scratch memory of 256 bits for conversions: creating a view for each would cost more than the conversion. */
const word = new Uint8Array(32);
const wordView = new DataView(word.buffer);
const wordLimit = 2n ** 256n;
/** By number of bytes: the first integer that needs more. */
const limits = Array.from({ length: word.length }, (_, bytes) => 256n ** BigInt(bytes));

/** Big-endian bytes → unsigned integer; no bytes → 0. */
export function bytesToBigint(bytes: Uint8Array): bigint {
  if (bytes.length <= exactBytes) return BigInt(smallInteger(bytes));
  if (bytes.length <= word.length) return readWord(bytes);
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`);
}

function smallInteger(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** Unsigned integer → big-endian bytes without leading zeros; 0 → no bytes. Throws a RangeError when negative. */
export function bigintToBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`negative: ${value}`);
  if (value < exactLimit) return smallBytes(Number(value));
  if (value < wordLimit) {
    writeWord(value);
    return word.slice(leadingZeros(word));
  }
  const digits = value.toString(16);
  return new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'));
}

/** At most 32 bytes. */
function readWord(bytes: Uint8Array): bigint {
  word.fill(0, 0, word.length - bytes.length);
  word.set(bytes, word.length - bytes.length);
  const low = (wordView.getBigUint64(16) << 64n) | wordView.getBigUint64(24);
  if (bytes.length <= 16) return low;
  return (wordView.getBigUint64(0) << 192n) | (wordView.getBigUint64(8) << 128n) | low;
}

function writeWord(value: bigint): void {
  wordView.setBigUint64(0, value >> 192n);
  wordView.setBigUint64(8, value >> 128n); // takes the lowest 64 bits
  wordView.setBigUint64(16, value >> 64n);
  wordView.setBigUint64(24, value);
}

function smallBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(smallLength(value));
  writeSmall(value, bytes, 0, bytes.length);
  return bytes;
}

function smallLength(value: number): number {
  const high = Math.floor(value / 2 ** 32);
  return high === 0 ? (39 - Math.clz32(value)) >> 3 : 4 + ((39 - Math.clz32(high)) >> 3);
}

function writeSmall(value: number, target: Uint8Array, start: number, length: number): void {
  for (let at = start + length - 1, rest = value; at >= start; at--, rest = Math.floor(rest / 256)) {
    target[at] = rest % 256;
  }
}

/** Number of bytes of `bigintToBytes`. Throws a RangeError when the value is negative or no integer. */
export function integerLength(value: bigint | number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return smallLength(value);
  const integer = BigInt(value);
  if (integer < 0n) throw new RangeError(`negative: ${value}`);
  if (integer < exactLimit) return smallLength(Number(integer));
  if (integer >= wordLimit) return Math.ceil(integer.toString(16).length / 2);
  let length = exactBytes + 1;
  while (integer >= (limits[length] ?? wordLimit)) length++;
  return length;
}

/** Writes the bytes of `bigintToBytes`, `length` in number, at `at`. */
export function writeInteger(value: bigint | number, target: Uint8Array, at: number, length: number): void {
  if (length <= exactBytes) writeSmall(Number(value), target, at, length);
  else target.set(bigintToBytes(BigInt(value)), at);
}

/** Unsigned integer → exactly `length` big-endian bytes. Throws a RangeError when it does not fit. */
export function bigintToFixedBytes(value: bigint, length: number): Uint8Array {
  if (length === word.length && value >= 0n && value < wordLimit) {
    writeWord(value);
    return word.slice();
  }
  const bytes = bigintToBytes(value);
  if (bytes.length > length) throw new RangeError(`${value} does not fit ${length} bytes`);
  const fixed = new Uint8Array(length);
  fixed.set(bytes, length - bytes.length);
  return fixed;
}

/** Drops leading zero bytes. */
export function trimLeadingZeros(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(leadingZeros(bytes));
}

function leadingZeros(bytes: Uint8Array): number {
  let count = 0;
  while (count < bytes.length && bytes[count] === 0) count++;
  return count;
}
