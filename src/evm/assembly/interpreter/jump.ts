import { jumpTarget } from '../code/decode';
import { Instruction, INSTRUCTION_BYTES } from '../code/instruction';
import { fitsLimb } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { BAD_JUMP } from '../layout';

/** Where a JUMP to the pc on top of the stack goes on. */
@inline
export function jump(frame: Frame, sp: usize): usize {
  const pc = load<u64>(sp);
  if (pc >= <u64>frame.codeLength || !fitsLimb(sp)) return BAD_JUMP;
  return jumpTarget(frame.jumps, frame.codeLength, <u32>pc);
}

/** Where a conditional jump to a constant goes on. */
@inline
export function branch(ip: usize, isTaken: bool): usize {
  return isTaken ? <usize>changetype<Instruction>(ip).argument : ip + INSTRUCTION_BYTES;
}
