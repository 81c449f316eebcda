import type { HaltReason } from '../../kernel/engine.ts';

/** Reasons by the interpreter's numbers, from 1: see halt.ts there. */
const reasons: readonly HaltReason[] = [
  'out of gas',
  'stack underflow',
  'stack overflow',
  'invalid jump destination',
  'invalid opcode',
  'write protection',
  'return data out of bounds',
  'contract address collision',
  'max code size exceeded',
  'max initcode size exceeded',
  'invalid code: must not begin with 0xef',
  'contract creation code storage out of gas',
  'nonce uint64 overflow',
  'insufficient balance for transfer',
  'max call depth exceeded',
  'precompile failure',
];

/** The reason behind a number of the interpreter. Throws a RangeError on an unknown one. */
export function haltReasonOf(number: number): HaltReason {
  const reason = reasons[number - 1];
  if (reason === undefined) throw new RangeError(`no halt reason ${number}`);
  return reason;
}

/** The interpreter's number of a reason. */
export function haltNumber(reason: HaltReason): number {
  return reasons.indexOf(reason) + 1;
}
