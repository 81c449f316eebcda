import type { Operand, SearchCase, Step } from '../search/search-case.ts';

const i: Operand = { times: '0x1' };
/** what no account and no slot of the state has */
const absent: Operand = { times: '0x10000000000000001' };
const contract: Operand = { contract: true };
const word = (value: number): Operand => ({ constant: `0x${value.toString(16)}` });
const none = word(0);
const step = (opcode: string, ...operands: Operand[]): Step => ({ opcode, operands });

/** Accesses to what the block has not used before, each with its name. */
export const coldCases: readonly (readonly [name: string, step: Step])[] = [
  ['BALANCE of an account', step('BALANCE', i)],
  ['BALANCE of no account', step('BALANCE', absent)],
  ['EXTCODEHASH of a contract', step('EXTCODEHASH', contract)],
  ['EXTCODESIZE of a contract', step('EXTCODESIZE', contract)],
  ['EXTCODECOPY of a contract', step('EXTCODECOPY', contract, none, none, word(32))],
  ['STATICCALL of a contract', step('STATICCALL', word(20), contract, none, none, none, none)],
  ['CALL of an account, with value', step('CALL', none, i, word(1), none, none, none, none)],
  ['CALL of no account, with value', step('CALL', none, absent, word(1), none, none, none, none)],
  ['SLOAD', step('SLOAD', i)],
  ['SLOAD of an empty slot', step('SLOAD', absent)],
  ['SSTORE of another value', step('SSTORE', i, word(9))],
  ['SSTORE of zero', step('SSTORE', i, none)],
  ['SSTORE to an empty slot', step('SSTORE', absent, word(9))],
];

/** A loop of the step; `contracts`: how many the state has. Its changes are kept. */
export function coldCase(step: Step, contracts: number): SearchCase {
  const unused = { callee: 'stop', codeSize: 1, init: 'empty', initSize: 32, isRepeated: false } as const;
  return { ...unused, steps: [step], contracts, isKept: true, transactions: 1 };
}

/** The longest code that takes the longest to look through: it stops at once, and the rest are PUSH1s. Each is another. */
export function coldCode(index: number): Uint8Array {
  const code = new Uint8Array(24_576);
  for (let at = 1; at < code.length; at++) code[at] = at % 2 === 1 ? 0x60 : 0x5b;
  new DataView(code.buffer).setUint32(code.length - 4, index);
  return code;
}
