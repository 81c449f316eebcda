import { opcodeNamed, opcodes } from '#qord/evm/instruction-set/opcodes.ts';

/** What an operand is: a slot, an account, gas of a call, a length or an offset in memory, or any word. */
export type Kind = 'key' | 'account' | 'gas' | 'length' | 'offset' | 'word';

/** Kinds of the operands of an opcode, the top of the stack first; all are words in those that are not here. */
const kinds: Readonly<Record<string, readonly Kind[]>> = {
  SLOAD: ['key'],
  SSTORE: ['key', 'word'],
  TLOAD: ['key'],
  TSTORE: ['key', 'word'],
  BALANCE: ['account'],
  EXTCODESIZE: ['account'],
  EXTCODEHASH: ['account'],
  EXTCODECOPY: ['account', 'offset', 'offset', 'length'],
  CALL: ['gas', 'account', 'word', 'offset', 'length', 'offset', 'length'],
  CALLCODE: ['gas', 'account', 'word', 'offset', 'length', 'offset', 'length'],
  DELEGATECALL: ['gas', 'account', 'offset', 'length', 'offset', 'length'],
  STATICCALL: ['gas', 'account', 'offset', 'length', 'offset', 'length'],
  CREATE: ['word', 'offset', 'length'],
  CREATE2: ['word', 'offset', 'length', 'word'],
  KECCAK256: ['offset', 'length'],
  MLOAD: ['offset'],
  MSTORE: ['offset', 'word'],
  MSTORE8: ['offset', 'word'],
  MCOPY: ['offset', 'offset', 'length'],
  CODECOPY: ['offset', 'offset', 'length'],
  CALLDATACOPY: ['offset', 'offset', 'length'],
  CALLDATALOAD: ['offset'],
  LOG0: ['offset', 'length'],
  LOG1: ['offset', 'length', 'word'],
  LOG2: ['offset', 'length', 'word', 'word'],
  LOG3: ['offset', 'length', 'word', 'word', 'word'],
  LOG4: ['offset', 'length', 'word', 'word', 'word', 'word'],
};

/** Kinds of the operands that a step of a loop gives an opcode. Throws a RangeError when there is no such opcode. */
export function operandKinds(name: string): readonly Kind[] {
  const opcode = opcodeNamed(name);
  if (opcode === undefined) throw new RangeError(`no opcode ${name}`);
  if (name === 'JUMP') return [];
  if (name === 'JUMPI') return ['word']; // the loop knows where it is
  return kinds[name] ?? Array.from({ length: opcode.inputs }, () => 'word' as const);
}

/** Opcodes that end a frame: only a called contract can repeat them. */
const endings: ReadonlySet<string> = new Set(['STOP', 'RETURN', 'REVERT', 'INVALID', 'SELFDESTRUCT']);

/** Opcodes that a loop can repeat, in the order of their numbers. */
export const loopOpcodes: readonly string[] = opcodes.map(({ name }) => name).filter((name) => !endings.has(name));
