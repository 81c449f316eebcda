import { bigintToBytes } from '../../primitives/bytes.ts';
import { fromHex, isHex } from '../../primitives/hex.ts';

/** Opcodes by name, without the numbered families. */
const opcodes: Readonly<Record<string, number>> = {
  ...{ STOP: 0x00, ADD: 0x01, MUL: 0x02, SUB: 0x03, DIV: 0x04, SDIV: 0x05, MOD: 0x06, SMOD: 0x07, ADDMOD: 0x08 },
  ...{ MULMOD: 0x09, EXP: 0x0a, SIGNEXTEND: 0x0b, LT: 0x10, GT: 0x11, SLT: 0x12, SGT: 0x13, EQ: 0x14, ISZERO: 0x15 },
  ...{ AND: 0x16, OR: 0x17, XOR: 0x18, NOT: 0x19, BYTE: 0x1a, SHL: 0x1b, SHR: 0x1c, SAR: 0x1d, CLZ: 0x1e },
  ...{ KECCAK256: 0x20, ADDRESS: 0x30, BALANCE: 0x31, ORIGIN: 0x32, CALLER: 0x33, CALLVALUE: 0x34, CALLDATALOAD: 0x35 },
  ...{ CALLDATASIZE: 0x36, CALLDATACOPY: 0x37, CODESIZE: 0x38, CODECOPY: 0x39, GASPRICE: 0x3a, EXTCODESIZE: 0x3b },
  ...{ EXTCODECOPY: 0x3c, RETURNDATASIZE: 0x3d, RETURNDATACOPY: 0x3e, EXTCODEHASH: 0x3f, BLOCKHASH: 0x40 },
  ...{ COINBASE: 0x41, TIMESTAMP: 0x42, NUMBER: 0x43, PREVRANDAO: 0x44, GASLIMIT: 0x45, CHAINID: 0x46 },
  ...{ SELFBALANCE: 0x47, BASEFEE: 0x48, BLOBHASH: 0x49, BLOBBASEFEE: 0x4a, POP: 0x50, MLOAD: 0x51, MSTORE: 0x52 },
  ...{ MSTORE8: 0x53, SLOAD: 0x54, SSTORE: 0x55, JUMP: 0x56, JUMPI: 0x57, PC: 0x58, MSIZE: 0x59, GAS: 0x5a },
  ...{ JUMPDEST: 0x5b, TLOAD: 0x5c, TSTORE: 0x5d, MCOPY: 0x5e, PUSH0: 0x5f, CREATE: 0xf0, CALL: 0xf1, CALLCODE: 0xf2 },
  ...{ RETURN: 0xf3, DELEGATECALL: 0xf4, CREATE2: 0xf5, STATICCALL: 0xfa, REVERT: 0xfd, INVALID: 0xfe },
  ...{ SELFDESTRUCT: 0xff },
};

/** An opcode by name, a number to push with the shortest PUSH1…PUSH32, or raw bytes as `0x…` text or array. */
export type Part = string | number | bigint | Uint8Array;

/** Parts → EVM code. Throws a RangeError on an unknown name. */
export function assemble(...parts: readonly Part[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map(encodePart)));
}

function encodePart(part: Part): Uint8Array {
  if (part instanceof Uint8Array) return part;
  if (typeof part !== 'string') return encodePush(BigInt(part));
  return isHex(part) ? fromHex(part) : Uint8Array.of(opcodeOf(part));
}

function encodePush(value: bigint): Uint8Array {
  const bytes = value === 0n ? Uint8Array.of(0) : bigintToBytes(value);
  if (bytes.length > 32) throw new RangeError(`${value} is no word`);
  return Uint8Array.of(0x5f + bytes.length, ...bytes);
}

function opcodeOf(name: string): number {
  const [, family, number] = /^(DUP|SWAP|LOG)(\d+)$/.exec(name) ?? [];
  if (family === 'DUP') return 0x7f + Number(number);
  if (family === 'SWAP') return 0x8f + Number(number);
  if (family === 'LOG') return 0xa0 + Number(number);
  const opcode = opcodes[name];
  if (opcode === undefined) throw new RangeError(`no opcode ${name}`);
  return opcode;
}

/** Ends a program with the word on top of the stack as its output. The price holds while memory is empty. */
export const returnTop: readonly Part[] = [0, 'MSTORE', 32, 0, 'RETURN'];
export const returnTopGas = 15n;

/** Ends a program with nothing but the given words as its output. */
export function returnWords(count: number): readonly Part[] {
  const parts: Part[] = [];
  for (let i = count - 1; i >= 0; i--) parts.push(32 * i, 'MSTORE');
  return [...parts, 32 * count, 0, 'RETURN'];
}
