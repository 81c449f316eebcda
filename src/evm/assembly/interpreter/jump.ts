import { follow } from '../code/block-cache';
import { INSTRUCTION_BYTES } from '../code/instruction';
import { Frame } from '../frames/frame';

/** Address of the next instruction after a conditional jump to a constant. */
@inline
export function branch(frame: Frame, ip: usize, isTaken: bool): usize {
  return isTaken ? follow(frame, ip) : ip + INSTRUCTION_BYTES;
}
