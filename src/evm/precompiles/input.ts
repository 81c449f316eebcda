import { bytesToBigint } from '../../primitives/bytes.ts';

/** `length` bytes of the input from `start`, padded with zeros where the input is shorter. */
export function sliceInput(input: Uint8Array, start: number, length: number): Uint8Array {
  const part = input.subarray(start, start + length);
  if (part.length === length) return part;
  const padded = new Uint8Array(length);
  padded.set(part);
  return padded;
}

/** The 32-byte big-endian integer at `start`, padded with zeros where the input is shorter. */
export function wordOfInput(input: Uint8Array, start: number): bigint {
  return bytesToBigint(sliceInput(input, start, 32));
}

/** Number of 32-byte words that hold `length` bytes. */
export function wordCount(length: number): bigint {
  return BigInt(Math.ceil(length / 32));
}

/** 1 or 0 as a word. */
export function booleanWord(value: boolean): Uint8Array {
  const word = new Uint8Array(32);
  word[31] = value ? 1 : 0;
  return word;
}

/** The same; undefined stays undefined: the input was invalid. */
export function optionalWord(value: boolean | undefined): Uint8Array | undefined {
  return value === undefined ? undefined : booleanWord(value);
}
