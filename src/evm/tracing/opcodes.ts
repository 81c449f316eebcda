/** What the opcode of a step is called, and what it needs at least. */
export type OpcodeInfo = {
  readonly name: string;
  /** gas whatever the operands */
  readonly gas: bigint;
  /** words it takes from the stack, or looks at */
  readonly inputs: number;
};

/** Opcodes one after the other from a number on, each as name:gas:inputs; PREVRANDAO still has its old name in traces. */
const rows: readonly (readonly [first: number, opcodes: string])[] = [
  [0x00, 'STOP:0:0 ADD:3:2 MUL:5:2 SUB:3:2 DIV:5:2 SDIV:5:2 MOD:5:2 SMOD:5:2 ADDMOD:8:3 MULMOD:8:3 EXP:10:2'],
  [0x0b, 'SIGNEXTEND:5:2'],
  [0x10, 'LT:3:2 GT:3:2 SLT:3:2 SGT:3:2 EQ:3:2 ISZERO:3:1 AND:3:2 OR:3:2 XOR:3:2 NOT:3:1 BYTE:3:2 SHL:3:2 SHR:3:2'],
  [0x1d, 'SAR:3:2 CLZ:5:1'],
  [0x20, 'KECCAK256:30:2'],
  [0x30, 'ADDRESS:2:0 BALANCE:100:1 ORIGIN:2:0 CALLER:2:0 CALLVALUE:2:0 CALLDATALOAD:3:1 CALLDATASIZE:2:0'],
  [0x37, 'CALLDATACOPY:3:3 CODESIZE:2:0 CODECOPY:3:3 GASPRICE:2:0 EXTCODESIZE:100:1 EXTCODECOPY:100:4'],
  [0x3d, 'RETURNDATASIZE:2:0 RETURNDATACOPY:3:3 EXTCODEHASH:100:1 BLOCKHASH:20:1 COINBASE:2:0 TIMESTAMP:2:0'],
  [0x43, 'NUMBER:2:0 DIFFICULTY:2:0 GASLIMIT:2:0 CHAINID:2:0 SELFBALANCE:5:0 BASEFEE:2:0 BLOBHASH:3:1 BLOBBASEFEE:2:0'],
  [0x50, 'POP:2:1 MLOAD:3:1 MSTORE:3:2 MSTORE8:3:2 SLOAD:0:1 SSTORE:0:2 JUMP:8:1 JUMPI:10:2 PC:2:0 MSIZE:2:0 GAS:2:0'],
  [0x5b, 'JUMPDEST:1:0 TLOAD:100:1 TSTORE:100:2 MCOPY:3:3 PUSH0:2:0'],
  [0xf0, 'CREATE:32000:3 CALL:100:7 CALLCODE:100:7 RETURN:0:2 DELEGATECALL:100:6 CREATE2:32000:4'],
  [0xfa, 'STATICCALL:100:6'],
  [0xfd, 'REVERT:0:2 INVALID:0:0 SELFDESTRUCT:5000:1'],
];

const opcodes = new Map<number, OpcodeInfo>();
for (const [first, row] of rows) {
  for (const [i, opcode] of row.split(' ').entries()) {
    const [name = '', gas = '', inputs = ''] = opcode.split(':');
    opcodes.set(first + i, { name, gas: BigInt(gas), inputs: Number(inputs) });
  }
}
for (let i = 1; i <= 32; i++) opcodes.set(0x5f + i, { name: `PUSH${i}`, gas: 3n, inputs: 0 });
for (let i = 1; i <= 16; i++) opcodes.set(0x7f + i, { name: `DUP${i}`, gas: 3n, inputs: i });
for (let i = 1; i <= 16; i++) opcodes.set(0x8f + i, { name: `SWAP${i}`, gas: 3n, inputs: i + 1 });
for (let i = 0; i <= 4; i++) opcodes.set(0xa0 + i, { name: `LOG${i}`, gas: 375n * BigInt(i + 1), inputs: i + 2 });

/** Name and least needs of an opcode; numbers that are none have a name that says so. */
export function opcodeInfo(opcode: number): OpcodeInfo {
  return opcodes.get(opcode) ?? { name: `opcode 0x${opcode.toString(16)} not defined`, gas: 0n, inputs: 0 };
}
