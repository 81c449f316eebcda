import { Handler } from './handler';

/**
 * One decoded instruction. Most have only the first 8 bytes. PUSH_WORD and AND_WORD are followed by their word; a block
 * has 8 more bytes.
 */
@unmanaged
export class Instruction {
  handler: u16;
  /** of a block: words that must be on the stack; of a step: the opcode; of others: words by which the stack shrinks */
  stackNeeds: u16;
  /** of a block: its static gas; of others: a constant, an address, or what the handler expects */
  argument: u32;
  /** of a block: words by which the stack grows at most */
  stackGrowth: u16;
  reserved: u16;
  pc: u32;
}

export const INSTRUCTION_BYTES: usize = 8;
export const BLOCK_BYTES: usize = 16;
/** An instruction followed by a word. */
export const WIDE_BYTES: usize = 40;

/** Longest stream for one byte of code: a step, a block and an instruction. */
export const STREAM_BYTES_PER_CODE_BYTE: u32 = 32;

/** Bytes of a decoded instruction, by its handler. */
@inline
export function sizeOf(handler: u32): usize {
  if (handler == Handler.BLOCK) return BLOCK_BYTES;
  return handler == Handler.PUSH_WORD || handler == Handler.AND_WORD ? WIDE_BYTES : INSTRUCTION_BYTES;
}
