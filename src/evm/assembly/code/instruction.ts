/**
 * One decoded instruction. Most have only the first 8 bytes. PUSH_WORD and AND_WORD are followed by their word; a block
 * has 8 more bytes.
 */
@unmanaged
export class Instruction {
  handler: u16;
  /**
   * Block: words that must be on the stack. Step: the opcode. Call or creation: its kind. Others:
   * words by which the stack shrinks.
   */
  stackNeeds: u16;
  /**
   * Block: its static gas. Jump to a constant: see block-cache.ts. Others: a constant, an address, a pc, or what
   * the handler expects.
   */
  argument: u32;
  /** Block: words by which the stack grows at most. */
  stackGrowth: u16;
  /** Block: not 0 when it has one opcode. */
  isSingle: u16;
  /** Block: its position in the code. */
  pc: u32;
}

export const INSTRUCTION_BYTES: usize = 8;
export const BLOCK_BYTES: usize = 16;
/** An instruction followed by a word. */
export const WIDE_BYTES: usize = 40;
