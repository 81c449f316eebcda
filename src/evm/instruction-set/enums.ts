import type { Fork, FrameKind, HaltReason } from '../../kernel/engine.ts';

/**
 * Numbers that TypeScript and the interpreter exchange. The index in each list is the number; the interpreter's
 * enums in src/evm/assembly/generated/enums.ts are generated from them.
 */

/** Rule sets, oldest first. */
export const forks = ['cancun', 'prague', 'osaka'] as const satisfies readonly Fork[];

/** The instruction, or kind of message, that started a frame. */
export const frameKinds = [
  'CALL',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
  'CREATE',
  'CREATE2',
] as const satisfies readonly FrameKind[];

/** What the interpreter reports when it leaves a frame, with the meaning. */
export const signalMeanings = [
  ['run', 'the frame is ready to run'],
  ['success', 'STOP or RETURN, or the end of the code'],
  ['revert', 'REVERT'],
  ['halt', 'an exceptional halt: all gas is consumed'],
  ['rejected', 'the frame did not begin (depth, balance, nonce): it consumed no gas'],
  ['call', 'a CALL, CALLCODE, DELEGATECALL or STATICCALL'],
  ['create', 'a CREATE or CREATE2'],
  ['slice', 'the slice of gas is used up'],
] as const;

/** Why a frame halted, by the interpreter's name of the reason; number 0 is no reason. */
export const haltReasons = [
  ['OUT_OF_GAS', 'out of gas'],
  ['STACK_UNDERFLOW', 'stack underflow'],
  ['STACK_OVERFLOW', 'stack overflow'],
  ['INVALID_JUMP', 'invalid jump destination'],
  ['INVALID_OPCODE', 'invalid opcode'],
  ['WRITE_PROTECTION', 'write protection'],
  ['RETURN_DATA_BOUNDS', 'return data out of bounds'],
  ['ADDRESS_COLLISION', 'contract address collision'],
  ['CODE_SIZE', 'max code size exceeded'],
  ['INITCODE_SIZE', 'max initcode size exceeded'],
  ['CODE_PREFIX', 'invalid code: must not begin with 0xef'],
  ['CODE_STORAGE_GAS', 'contract creation code storage out of gas'],
  ['NONCE_OVERFLOW', 'nonce uint64 overflow'],
  ['INSUFFICIENT_BALANCE', 'insufficient balance for transfer'],
  ['CALL_DEPTH', 'max call depth exceeded'],
  ['PRECOMPILE_FAILURE', 'precompile failure'],
] as const satisfies readonly (readonly [name: string, reason: HaltReason])[];

type SignalName = (typeof signalMeanings)[number][0];

/** Signals by name. */
export const signals = Object.fromEntries(signalMeanings.map(([name], number) => [name, number])) as Readonly<
  Record<SignalName, number>
>;

/** The reason behind a number of the interpreter. Throws a RangeError on an unknown one. */
export function haltReasonOf(number: number): HaltReason {
  const entry = haltReasons[number - 1];
  if (entry === undefined) throw new RangeError(`no halt reason ${number}`);
  return entry[1];
}

/** The interpreter's number of a reason. */
export function haltNumber(reason: HaltReason): number {
  return haltReasons.findIndex(([, known]) => known === reason) + 1;
}
