import {
  BASE_FEE,
  BLOB_BASE_FEE,
  CHAIN_ID,
  COINBASE,
  GAS_LIMIT,
  GAS_PRICE,
  NUMBER,
  ORIGIN,
  PREV_RANDAO,
  TIMESTAMP,
} from '../environment';
import { FrameKind } from '../frames/frame';
import {
  GAS_BASE,
  GAS_BLOCKHASH,
  GAS_CREATE,
  GAS_HIGH,
  GAS_JUMPDEST,
  GAS_KECCAK,
  GAS_LOG,
  GAS_LOW,
  GAS_MID,
  GAS_SELFDESTRUCT,
  GAS_TRANSIENT,
  GAS_VERY_LOW,
} from '../gas';
import { OPCODE_TABLE } from '../layout';
import { Fork } from '../run';
import { Handler } from './handler';

/** After the opcode a new block begins: it needs the exact gas, jumps, or leaves the frame for a while. */
export const ENDS_BLOCK: u8 = 1;
/** Execution never goes on behind the opcode. */
export const IS_TERMINAL: u8 = 2;

/** What the decoder knows of an opcode. */
@unmanaged
export class OpcodeInfo {
  handler: u16;
  /** static gas, charged with the block */
  gas: u16;
  /** words taken from the stack, and put on it */
  pops: u8;
  pushes: u8;
  flags: u8;
  reserved: u8;
  /** argument of the instruction */
  argument: u32;
}

@inline
export function infoOf(opcode: u32): OpcodeInfo {
  return changetype<OpcodeInfo>(OPCODE_TABLE + <usize>opcode * offsetof<OpcodeInfo>());
}

function define(opcode: u32, handler: i32, pops: u8, pushes: u8, gas: i32): OpcodeInfo {
  const info = infoOf(opcode);
  info.handler = <u16>handler;
  info.gas = <u16>gas;
  info.pops = pops;
  info.pushes = pushes;
  info.flags = 0;
  info.argument = 0;
  return info;
}

/** Fills the table for the fork. */
export function buildOpcodeTable(fork: i32): void {
  for (let opcode: u32 = 0; opcode < 256; opcode++) define(opcode, Handler.INVALID, 0, 0, 0).flags = IS_TERMINAL;
  defineArithmetic();
  if (fork >= Fork.OSAKA) define(0x1e, Handler.CLZ, 1, 1, GAS_LOW);
  defineComparison();
  defineFrameQueries();
  defineAccountQueries();
  defineBlockQueries();
  defineMemoryAndStorage();
  defineStackMoves();
  defineControlFlow();
  defineCalls();
}

function defineArithmetic(): void {
  define(0x01, Handler.ADD, 2, 1, GAS_VERY_LOW);
  define(0x02, Handler.MUL, 2, 1, GAS_LOW);
  define(0x03, Handler.SUB, 2, 1, GAS_VERY_LOW);
  define(0x04, Handler.DIV, 2, 1, GAS_LOW);
  define(0x05, Handler.SDIV, 2, 1, GAS_LOW);
  define(0x06, Handler.MOD, 2, 1, GAS_LOW);
  define(0x07, Handler.SMOD, 2, 1, GAS_LOW);
  define(0x08, Handler.ADDMOD, 3, 1, GAS_MID);
  define(0x09, Handler.MULMOD, 3, 1, GAS_MID);
  define(0x0a, Handler.EXP, 2, 1, GAS_HIGH);
  define(0x0b, Handler.SIGNEXTEND, 2, 1, GAS_LOW);
  define(0x20, Handler.KECCAK256, 2, 1, GAS_KECCAK);
}

function defineComparison(): void {
  define(0x10, Handler.LT, 2, 1, GAS_VERY_LOW);
  define(0x11, Handler.GT, 2, 1, GAS_VERY_LOW);
  define(0x12, Handler.SLT, 2, 1, GAS_VERY_LOW);
  define(0x13, Handler.SGT, 2, 1, GAS_VERY_LOW);
  define(0x14, Handler.EQ, 2, 1, GAS_VERY_LOW);
  define(0x15, Handler.ISZERO, 1, 1, GAS_VERY_LOW);
  define(0x16, Handler.AND, 2, 1, GAS_VERY_LOW);
  define(0x17, Handler.OR, 2, 1, GAS_VERY_LOW);
  define(0x18, Handler.XOR, 2, 1, GAS_VERY_LOW);
  define(0x19, Handler.NOT, 1, 1, GAS_VERY_LOW);
  define(0x1a, Handler.BYTE, 2, 1, GAS_VERY_LOW);
  define(0x1b, Handler.SHL, 2, 1, GAS_VERY_LOW);
  define(0x1c, Handler.SHR, 2, 1, GAS_VERY_LOW);
  define(0x1d, Handler.SAR, 2, 1, GAS_VERY_LOW);
}

function defineFrameQueries(): void {
  define(0x30, Handler.ADDRESS, 0, 1, GAS_BASE);
  define(0x33, Handler.CALLER, 0, 1, GAS_BASE);
  define(0x34, Handler.CALLVALUE, 0, 1, GAS_BASE);
  define(0x35, Handler.CALLDATALOAD, 1, 1, GAS_VERY_LOW);
  define(0x36, Handler.CALLDATASIZE, 0, 1, GAS_BASE);
  define(0x37, Handler.CALLDATACOPY, 3, 0, GAS_VERY_LOW);
  define(0x38, Handler.CODESIZE, 0, 1, GAS_BASE);
  define(0x39, Handler.CODECOPY, 3, 0, GAS_VERY_LOW);
  define(0x3d, Handler.RETURNDATASIZE, 0, 1, GAS_BASE);
  define(0x3e, Handler.RETURNDATACOPY, 3, 0, GAS_VERY_LOW);
}

/** Their prices depend on warmth and are charged as they run. */
function defineAccountQueries(): void {
  define(0x31, Handler.BALANCE, 1, 1, 0);
  define(0x3b, Handler.EXTCODESIZE, 1, 1, 0);
  define(0x3c, Handler.EXTCODECOPY, 4, 0, 0);
  define(0x3f, Handler.EXTCODEHASH, 1, 1, 0);
  define(0x47, Handler.SELFBALANCE, 0, 1, GAS_LOW);
}

/** Words that no instruction changes are pushed like constants. */
function defineBlockQueries(): void {
  defineEnvironmentWord(0x32, ORIGIN);
  defineEnvironmentWord(0x3a, GAS_PRICE);
  define(0x40, Handler.BLOCKHASH, 1, 1, GAS_BLOCKHASH);
  defineEnvironmentWord(0x41, COINBASE);
  defineEnvironmentWord(0x42, TIMESTAMP);
  defineEnvironmentWord(0x43, NUMBER);
  defineEnvironmentWord(0x44, PREV_RANDAO);
  defineEnvironmentWord(0x45, GAS_LIMIT);
  defineEnvironmentWord(0x46, CHAIN_ID);
  defineEnvironmentWord(0x48, BASE_FEE);
  define(0x49, Handler.BLOBHASH, 1, 1, GAS_VERY_LOW);
  defineEnvironmentWord(0x4a, BLOB_BASE_FEE);
}

function defineEnvironmentWord(opcode: u32, word: usize): void {
  define(opcode, Handler.PUSH_ENVIRONMENT, 0, 1, GAS_BASE).argument = <u32>word;
}

function defineMemoryAndStorage(): void {
  define(0x51, Handler.MLOAD, 1, 1, GAS_VERY_LOW);
  define(0x52, Handler.MSTORE, 2, 0, GAS_VERY_LOW);
  define(0x53, Handler.MSTORE8, 2, 0, GAS_VERY_LOW);
  define(0x54, Handler.SLOAD, 1, 1, 0);
  define(0x55, Handler.SSTORE, 2, 0, 0).flags = ENDS_BLOCK; // looks at the gas left
  define(0x59, Handler.MSIZE, 0, 1, GAS_BASE);
  define(0x5c, Handler.TLOAD, 1, 1, GAS_TRANSIENT);
  define(0x5d, Handler.TSTORE, 2, 0, GAS_TRANSIENT);
  define(0x5e, Handler.MCOPY, 3, 0, GAS_VERY_LOW);
  for (let topics: u32 = 0; topics <= 4; topics++) {
    const info = define(0xa0 + topics, Handler.LOG, 2 + <u8>topics, 0, GAS_LOG * (1 + <i32>topics));
    info.argument = topics;
  }
}

function defineStackMoves(): void {
  define(0x50, Handler.POP, 1, 0, GAS_BASE);
  define(0x5f, Handler.PUSH_SMALL, 0, 1, GAS_BASE);
  for (let size: u32 = 1; size <= 32; size++) define(0x5f + size, Handler.PUSH_SMALL, 0, 1, GAS_VERY_LOW);
  for (let n: u32 = 1; n <= 16; n++) {
    const dup = n <= 4 ? Handler.DUP1 + <i32>(n - 1) : Handler.DUP_N;
    define(0x7f + n, dup, <u8>n, <u8>n + 1, GAS_VERY_LOW).argument = (n - 1) << 5;
    const swap = n <= 4 ? Handler.SWAP1 + <i32>(n - 1) : Handler.SWAP_N;
    define(0x8f + n, swap, <u8>n + 1, <u8>n + 1, GAS_VERY_LOW).argument = n << 5;
  }
}

function defineControlFlow(): void {
  define(0x00, Handler.STOP, 0, 0, 0).flags = IS_TERMINAL;
  define(0x56, Handler.JUMP, 1, 0, GAS_MID).flags = IS_TERMINAL;
  define(0x57, Handler.JUMPI, 2, 0, GAS_HIGH).flags = ENDS_BLOCK;
  define(0x58, Handler.PUSH_SMALL, 0, 1, GAS_BASE); // PC
  define(0x5a, Handler.GAS, 0, 1, GAS_BASE).flags = ENDS_BLOCK;
  define(0x5b, Handler.BLOCK, 0, 0, GAS_JUMPDEST);
  define(0xf3, Handler.RETURN, 2, 0, 0).flags = IS_TERMINAL;
  define(0xfd, Handler.REVERT, 2, 0, 0).flags = IS_TERMINAL;
  define(0xff, Handler.SELFDESTRUCT, 1, 0, GAS_SELFDESTRUCT).flags = IS_TERMINAL;
}

function defineCalls(): void {
  defineCall(0xf0, Handler.CREATE, 3, GAS_CREATE, FrameKind.CREATE);
  defineCall(0xf1, Handler.CALL, 7, 0, FrameKind.CALL);
  defineCall(0xf2, Handler.CALL, 7, 0, FrameKind.CALLCODE);
  defineCall(0xf4, Handler.CALL, 6, 0, FrameKind.DELEGATECALL);
  defineCall(0xf5, Handler.CREATE, 4, GAS_CREATE, FrameKind.CREATE2);
  defineCall(0xfa, Handler.CALL, 6, 0, FrameKind.STATICCALL);
}

function defineCall(opcode: u32, handler: i32, pops: u8, gas: i32, kind: i32): void {
  const info = define(opcode, handler, pops, 1, gas);
  info.flags = ENDS_BLOCK;
  info.argument = kind;
}
