import { Frame } from '../frames/frame';
import { Op } from '../generated/enums';
import { Instruction } from './instruction';
import { infoOf } from './opcode-table';

/**
 * The static gas that the block has charged for its opcodes from the pc on: what the frame has more when it ends the
 * block there. `block`: a BLOCK of the frame's code.
 */
export function gasAhead(frame: Frame, block: Instruction, pc: u32): i64 {
  let gas = <i64>block.argument;
  for (let at = block.pc; at < pc; at++) {
    const opcode = <u32>load<u8>(frame.code + at);
    gas -= infoOf(opcode).gas;
    if (opcode > <u32>Op.PUSH0 && opcode <= <u32>Op.PUSH32) at += opcode - <u32>Op.PUSH0;
  }
  return gas;
}
