import type { Step } from '../../kernel/engine.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { type Hash, parseHash } from '../../primitives/hash.ts';

/** A word of the stack, counted from the top; zero when the stack is shorter. */
export function wordFromTop(step: Step, fromTop: number): Hash {
  return toWord(step.stack().at(-1 - fromTop) ?? 0n);
}

/** The address in a word of the stack, counted from the top. */
export function addressFromTop(step: Step, fromTop: number): Address {
  return parseAddress(`0x${wordFromTop(step, fromTop).slice(26)}`);
}

/** 32 bytes big-endian. */
export function toWord(value: bigint): Hash {
  return parseHash(`0x${value.toString(16).padStart(64, '0')}`);
}
