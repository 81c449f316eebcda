/**
 * One decoded instruction. Most have only the first 8 bytes. PUSH_WORD and AND_WORD are followed by their word; a block
 * has 8 more bytes.
 */
@unmanaged
export class Instruction {
  handler: u16;
  /**
   * of a block: words that must be on the stack; of a step: the opcode; of a call or creation: its kind; of others:
   * words by which the stack shrinks
   */
  stackNeeds: u16;
  /**
   * of a block: its static gas; of a jump to a constant: block-cache.ts; of others: a constant, an address, a pc, or what
   * the handler expects
   */
  argument: u32;
  /** of a block: words by which the stack grows at most */
  stackGrowth: u16;
  /** of a block: not 0 when it has one opcode */
  isSingle: u16;
  /** of a block: where it begins in the code */
  pc: u32;
}

export const INSTRUCTION_BYTES: usize = 8;
export const BLOCK_BYTES: usize = 16;
/** An instruction followed by a word. */
export const WIDE_BYTES: usize = 40;
