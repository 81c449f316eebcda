import { fitsLimb } from '../arithmetic/word';
import { jumpTarget } from '../code/decode';
import { Instruction, INSTRUCTION_BYTES } from '../code/instruction';
import { BAD_JUMP } from '../layout';

/** Where a jump to the pc at `word` goes on, given the jump table and the length of the code. */
@inline
export function jump(word: usize, jumps: usize, codeLength: u32): usize {
  return fitsLimb(word) ? jumpTarget(jumps, codeLength, load<u64>(word)) : BAD_JUMP;
}

/** Where a conditional jump to a constant goes on. */
@inline
export function branch(ip: usize, isTaken: bool): usize {
  return isTaken ? <usize>changetype<Instruction>(ip).argument : ip + INSTRUCTION_BYTES;
}
