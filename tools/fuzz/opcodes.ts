import { type Opcode, type OpcodeName, opcodes } from '#qord/evm/instruction-set/opcodes.ts';

/** Numbers of the opcodes by mnemonic in lower case. */
export const op = Object.fromEntries(opcodes.map(({ name, number }) => [name.toLowerCase(), number])) as Readonly<
  Record<Lowercase<OpcodeName>, number>
>;

/** Excluded from generated arithmetic: they read memory or state. */
const excluded: ReadonlySet<OpcodeName> = new Set<OpcodeName>([
  'KECCAK256',
  'BALANCE',
  'CALLDATALOAD',
  'EXTCODESIZE',
  'EXTCODEHASH',
  'BLOCKHASH',
  'BLOBHASH',
  'MLOAD',
  'SLOAD',
  'TLOAD',
  'PUSH0',
]);

function isOperation({ name, outputs, isPricedByAccess }: Opcode): boolean {
  return outputs === 1 && !isPricedByAccess && !excluded.has(name) && !/^(PUSH|CREATE)/.test(name);
}

type SomeNumbers = readonly [number, ...number[]];

/** Throws a RangeError when the instruction set has none. */
function operationsOf(inputs: number): SomeNumbers {
  const [first, ...rest] = opcodes.filter((opcode) => isOperation(opcode) && opcode.inputs === inputs);
  if (first === undefined) throw new RangeError(`no operation has ${inputs} operands`);
  return [first.number, ...rest.map(({ number }) => number)];
}

/** Instructions with one result by the number of operands. CLZ (0x1e) exists since Osaka. */
export const operations = {
  none: operationsOf(0),
  unary: operationsOf(1),
  binary: operationsOf(2),
  ternary: operationsOf(3),
} as const;
