import type { Fork } from '../../kernel/engine.ts';

/**
 * The instruction set of the EVM, defined once: the interpreter's table (src/evm/assembly/generated/opcodes.ts is
 * generated from it), traces, access lists, and the assembler and fuzzer of the tests.
 */
export type Opcode = {
  readonly number: number;
  readonly name: OpcodeName;
  /** static gas, as go-ethereum counts it: an account access includes the price of a warm account */
  readonly gas: number;
  /** words that it pops from the stack, or reads there (DUP, SWAP); and words that it pushes in their place */
  readonly inputs: number;
  readonly outputs: number;
  /** the first rule set that contains it; absent when all do */
  readonly since?: Fork;
  /** the price depends on warmth and is charged by the instruction, not with its basic block */
  readonly isPricedByAccess?: boolean;
  /**
   * `terminal`: execution never continues after it. `boundary`: a new basic block begins after it, since it needs the
   * exact gas, jumps, suspends the frame, may halt for another reason than gas or stack, or may take long: a slice of gas
   * ends between two blocks, or after KECCAK256.
   */
  readonly flow?: 'terminal' | 'boundary';
  /** the account or slot that it accesses (EIP-2929), and the stack item that names it (0 = top) */
  readonly touches?: { readonly kind: 'account' | 'slot'; readonly operand: number };
};

type Attributes = Omit<Opcode, 'number' | 'name' | 'gas' | 'inputs' | 'outputs'>;
type Row<Name extends string> = readonly [
  number: number,
  name: Name,
  gas: number,
  inputs: number,
  outputs: number,
  attributes?: Attributes,
];

/** Keeps the names as literal types. */
function table<const Name extends string>(...rows: readonly Row<Name>[]): readonly Row<Name>[] {
  return rows;
}

const account = (operand: number): Attributes => ({ isPricedByAccess: true, touches: { kind: 'account', operand } });
const slot: Attributes['touches'] = { kind: 'slot', operand: 0 };
const terminal: Attributes = { flow: 'terminal' };
const boundary: Attributes = { flow: 'boundary' };

const single = table(
  [0x00, 'STOP', 0, 0, 0, terminal],
  [0x01, 'ADD', 3, 2, 1],
  [0x02, 'MUL', 5, 2, 1],
  [0x03, 'SUB', 3, 2, 1],
  [0x04, 'DIV', 5, 2, 1],
  [0x05, 'SDIV', 5, 2, 1],
  [0x06, 'MOD', 5, 2, 1],
  [0x07, 'SMOD', 5, 2, 1],
  [0x08, 'ADDMOD', 8, 3, 1],
  [0x09, 'MULMOD', 8, 3, 1],
  [0x0a, 'EXP', 10, 2, 1],
  [0x0b, 'SIGNEXTEND', 5, 2, 1],
  [0x10, 'LT', 3, 2, 1],
  [0x11, 'GT', 3, 2, 1],
  [0x12, 'SLT', 3, 2, 1],
  [0x13, 'SGT', 3, 2, 1],
  [0x14, 'EQ', 3, 2, 1],
  [0x15, 'ISZERO', 3, 1, 1],
  [0x16, 'AND', 3, 2, 1],
  [0x17, 'OR', 3, 2, 1],
  [0x18, 'XOR', 3, 2, 1],
  [0x19, 'NOT', 3, 1, 1],
  [0x1a, 'BYTE', 3, 2, 1],
  [0x1b, 'SHL', 3, 2, 1],
  [0x1c, 'SHR', 3, 2, 1],
  [0x1d, 'SAR', 3, 2, 1],
  [0x1e, 'CLZ', 5, 1, 1, { since: 'osaka' }], // EIP-7939
  [0x20, 'KECCAK256', 30, 2, 1],
  [0x30, 'ADDRESS', 2, 0, 1],
  [0x31, 'BALANCE', 100, 1, 1, account(0)],
  [0x32, 'ORIGIN', 2, 0, 1],
  [0x33, 'CALLER', 2, 0, 1],
  [0x34, 'CALLVALUE', 2, 0, 1],
  [0x35, 'CALLDATALOAD', 3, 1, 1],
  [0x36, 'CALLDATASIZE', 2, 0, 1],
  [0x37, 'CALLDATACOPY', 3, 3, 0, boundary],
  [0x38, 'CODESIZE', 2, 0, 1],
  [0x39, 'CODECOPY', 3, 3, 0, boundary],
  [0x3a, 'GASPRICE', 2, 0, 1],
  [0x3b, 'EXTCODESIZE', 100, 1, 1, account(0)],
  [0x3c, 'EXTCODECOPY', 100, 4, 0, { ...account(0), ...boundary }],
  [0x3d, 'RETURNDATASIZE', 2, 0, 1],
  [0x3e, 'RETURNDATACOPY', 3, 3, 0, boundary],
  [0x3f, 'EXTCODEHASH', 100, 1, 1, account(0)],
  [0x40, 'BLOCKHASH', 20, 1, 1],
  [0x41, 'COINBASE', 2, 0, 1],
  [0x42, 'TIMESTAMP', 2, 0, 1],
  [0x43, 'NUMBER', 2, 0, 1],
  [0x44, 'PREVRANDAO', 2, 0, 1],
  [0x45, 'GASLIMIT', 2, 0, 1],
  [0x46, 'CHAINID', 2, 0, 1],
  [0x47, 'SELFBALANCE', 5, 0, 1],
  [0x48, 'BASEFEE', 2, 0, 1],
  [0x49, 'BLOBHASH', 3, 1, 1],
  [0x4a, 'BLOBBASEFEE', 2, 0, 1],
  [0x50, 'POP', 2, 1, 0],
  [0x51, 'MLOAD', 3, 1, 1],
  [0x52, 'MSTORE', 3, 2, 0],
  [0x53, 'MSTORE8', 3, 2, 0],
  [0x54, 'SLOAD', 0, 1, 1, { touches: slot }],
  [0x55, 'SSTORE', 0, 2, 0, { flow: 'boundary', touches: slot }], // depends on the gas left (EIP-2200)
  [0x56, 'JUMP', 8, 1, 0, terminal],
  [0x57, 'JUMPI', 10, 2, 0, boundary],
  [0x58, 'PC', 2, 0, 1],
  [0x59, 'MSIZE', 2, 0, 1],
  [0x5a, 'GAS', 2, 0, 1, boundary],
  [0x5b, 'JUMPDEST', 1, 0, 0],
  [0x5c, 'TLOAD', 100, 1, 1], // EIP-1153
  [0x5d, 'TSTORE', 100, 2, 0, boundary], // fails in a static call
  [0x5e, 'MCOPY', 3, 3, 0, boundary], // EIP-5656
  [0x5f, 'PUSH0', 2, 0, 1], // EIP-3855
  [0xf0, 'CREATE', 32_000, 3, 1, boundary],
  [0xf1, 'CALL', 100, 7, 1, { ...account(1), flow: 'boundary' }],
  [0xf2, 'CALLCODE', 100, 7, 1, { ...account(1), flow: 'boundary' }],
  [0xf3, 'RETURN', 0, 2, 0, terminal],
  [0xf4, 'DELEGATECALL', 100, 6, 1, { ...account(1), flow: 'boundary' }],
  [0xf5, 'CREATE2', 32_000, 4, 1, boundary],
  [0xfa, 'STATICCALL', 100, 6, 1, { ...account(1), flow: 'boundary' }],
  [0xfd, 'REVERT', 0, 2, 0, terminal],
  [0xfe, 'INVALID', 0, 0, 0, terminal],
  [0xff, 'SELFDESTRUCT', 5000, 1, 0, { flow: 'terminal', touches: { kind: 'account', operand: 0 } }],
);

const to4 = [1, 2, 3, 4] as const;
const to16 = [...to4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] as const;
const to32 = [...to16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32] as const;
type To4 = (typeof to4)[number];
type To16 = (typeof to16)[number];
type FamilyName = `PUSH${(typeof to32)[number]}` | `DUP${To16}` | `SWAP${To16}` | `LOG${0 | To4}`;

/** Mnemonics; 0x44 is PREVRANDAO (EIP-4399). */
export type OpcodeName = (typeof single)[number][1] | FamilyName;

/** The members of a numbered family: `first` is the number of the first opcode, `suffixes` end the names. */
function family<N extends number>(
  first: number,
  suffixes: readonly N[],
  member: (suffix: N) => Omit<Opcode, 'number'>,
): Opcode[] {
  return suffixes.map((suffix, index) => ({ number: first + index, ...member(suffix) }));
}

/** All opcodes, by number. */
export const opcodes: readonly Opcode[] = [
  ...single.map(([number, name, gas, inputs, outputs, attributes]) => ({
    ...{ number, name, gas, inputs, outputs },
    ...attributes,
  })),
  ...family(0x60, to32, (n) => ({ name: `PUSH${n}`, gas: 3, inputs: 0, outputs: 1 })),
  ...family(0x80, to16, (n) => ({ name: `DUP${n}`, gas: 3, inputs: n, outputs: n + 1 })),
  ...family(0x90, to16, (n) => ({ name: `SWAP${n}`, gas: 3, inputs: n + 1, outputs: n + 1 })),
  ...family(0xa0, [0, ...to4], (n) => ({
    name: `LOG${n}`,
    gas: 375 * (n + 1),
    inputs: n + 2,
    outputs: 0,
    ...boundary,
  })),
].sort((a, b) => a.number - b.number);

const byNumber = new Map(opcodes.map((opcode) => [opcode.number, opcode]));
const byName = new Map<string, Opcode>(opcodes.map((opcode) => [opcode.name, opcode]));

/** The opcode with this number; undefined when there is none. */
export function opcodeAt(number: number): Opcode | undefined {
  return byNumber.get(number);
}

/** The opcode with this mnemonic; undefined when there is none. */
export function opcodeNamed(name: string): Opcode | undefined {
  return byName.get(name);
}
