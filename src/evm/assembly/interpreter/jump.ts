import { fitsLimb } from '../arithmetic/word';
import { blockAt, follow } from '../code/block-cache';
import { INSTRUCTION_BYTES } from '../code/instruction';
import { isJumpDestination } from '../code/jump-destinations';
import { Frame } from '../frames/frame';
import { BAD_JUMP } from '../layout';

/** Address of the next instruction after a jump to the pc in `word`. */
@inline
export function jump(frame: Frame, word: usize): usize {
  const pc = load<u64>(word);
  const isValid = fitsLimb(word) && isJumpDestination(frame.jumps, frame.codeLength, pc);
  return isValid ? blockAt(frame, <u32>pc) : BAD_JUMP;
}

/** Address of the next instruction after a conditional jump to a constant. */
@inline
export function branch(frame: Frame, ip: usize, isTaken: bool): usize {
  return isTaken ? follow(frame, ip) : ip + INSTRUCTION_BYTES;
}
