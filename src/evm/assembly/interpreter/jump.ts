import { fitsLimb } from '../arithmetic/word';
import { jumpTarget } from '../code/decode';
import { Instruction, INSTRUCTION_BYTES } from '../code/instruction';
import { BAD_JUMP } from '../layout';

/** Address of the next instruction after a jump to the pc in `word`. */
@inline
export function jump(word: usize, jumps: usize, codeLength: u32): usize {
  return fitsLimb(word) ? jumpTarget(jumps, codeLength, load<u64>(word)) : BAD_JUMP;
}

/** Address of the next instruction after a conditional jump to a constant. */
@inline
export function branch(ip: usize, isTaken: bool): usize {
  return isTaken ? <usize>changetype<Instruction>(ip).argument : ip + INSTRUCTION_BYTES;
}
