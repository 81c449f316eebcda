import { defineOpcodes } from '../generated/opcodes';
import { OPCODE_TABLE } from '../layout';
import { Handler } from './handler';

/** A new block begins after the opcode: it needs the exact gas, jumps, suspends the frame, or may take long. */
export const ENDS_BLOCK: u8 = 1;
/** Execution never continues after the opcode. */
export const IS_TERMINAL: u8 = 2;

/** Properties of an opcode that the decoder needs. */
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

/** The row of an opcode (0 to 255) in the table. */
@inline
export function infoOf(opcode: u32): OpcodeInfo {
  return changetype<OpcodeInfo>(OPCODE_TABLE + <usize>opcode * offsetof<OpcodeInfo>());
}

/** Fills the row of an opcode. `pops` and `pushes` count stack items; `gas` is the static gas. */
export function defineOpcode(
  opcode: u32,
  handler: i32,
  pops: u8,
  pushes: u8,
  gas: i32,
  flags: u8,
  argument: u32,
): void {
  const info = infoOf(opcode);
  info.handler = <u16>handler;
  info.gas = <u16>gas;
  info.pops = pops;
  info.pushes = pushes;
  info.flags = flags;
  info.argument = argument;
}

/** Fills the table for the fork; undefined opcodes halt. */
export function buildOpcodeTable(fork: i32): void {
  for (let opcode: u32 = 0; opcode < 256; opcode++) defineOpcode(opcode, Handler.INVALID, 0, 0, 0, IS_TERMINAL, 0);
  defineOpcodes(fork);
}
