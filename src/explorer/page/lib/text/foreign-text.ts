import type { Hex } from '../node/types.ts';

/** Bytes of UTF-8 that are decoded at most. */
const mostBytes = 256;

/**
 * The text that a contract returned, or its beginning: a string of the ABI, or 32 bytes with zeros at the end, as the
 * first tokens wrote it. Undefined when it is neither.
 */
export function returnedText(result: Hex | undefined): string | undefined {
  if (result === undefined) return undefined;
  const words = result.slice(2);
  if (words.length === 64) return decode(words.replace(/(?:00)+$/, ''));
  const offset = numberAt(words, 0);
  const length = offset === undefined ? undefined : numberAt(words, offset * 2);
  if (offset === undefined || length === undefined) return undefined;
  const start = offset * 2 + 64;
  return decode(words.slice(start, start + 2 * Math.min(length, mostBytes)));
}

/** An integer of 32 bytes at a digit; undefined when it is not there, or longer than any result. */
function numberAt(words: string, at: number): number | undefined {
  const word = words.slice(at, at + 64);
  return word.length === 64 && /^0{56}/.test(word) ? Number.parseInt(word, 16) : undefined;
}

function decode(digits: string): string {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

/** An integer of 32 bytes; undefined when the contract returned something shorter. */
export function returnedNumber(result: Hex | undefined): bigint | undefined {
  return result !== undefined && result.length >= 66 ? BigInt(result.slice(0, 66)) : undefined;
}
