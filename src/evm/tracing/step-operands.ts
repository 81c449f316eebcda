import type { Step } from '../../kernel/engine.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { type Hash, hashFromNumber } from '../../primitives/hash.ts';

/** A word of the stack, counted from the top; zero when the stack is shorter. */
export function wordFromTop(step: Step, fromTop: number): Hash {
  return hashFromNumber(step.stack().at(-1 - fromTop) ?? 0n);
}

/** The address in a word of the stack, counted from the top. */
export function addressFromTop(step: Step, fromTop: number): Address {
  return parseAddress(`0x${wordFromTop(step, fromTop).slice(26)}`);
}

/** How far a range may reach beyond the end of the memory, as in go-ethereum. */
const maxPadding = 1024n * 1024n;

/**
 * The part of the memory that two words of the stack name, counted from the top, with zeros beyond its end. Undefined
 * when the stack is shorter, and when the range reaches so far that the instruction must fail.
 */
export function memoryRange(step: Step, offsetAt: number, lengthAt: number): Uint8Array | undefined {
  const stack = step.stack();
  const offset = stack.at(-1 - offsetAt);
  const length = stack.at(-1 - lengthAt);
  if (offset === undefined || length === undefined) return undefined;
  if (length === 0n) return new Uint8Array(0);
  if (offset + length > BigInt(step.memorySize) + maxPadding) return undefined;
  const range = new Uint8Array(Number(length));
  range.set(step.memory().subarray(Number(offset), Number(offset + length)));
  return range;
}
