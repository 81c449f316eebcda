import { Signal } from '../generated/enums';
import { isZero } from '../arithmetic/compare';
import { Handler } from '../code/handler';
import { Instruction } from '../code/instruction';
import { Frame } from '../frames/frame';
import { halt } from '../halt';
import { expandRange } from './memory';

/** Writes the interpreter's registers back to the frame. */
@inline
export function saveRegisters(frame: Frame, pc: u32, sp: usize, gas: i64, signal: i32): i32 {
  frame.pc = pc;
  frame.sp = sp;
  frame.gas = gas;
  return signal;
}

/** How the frame ends for a CALL or CREATE. */
export function requestSignal(instruction: Instruction): i32 {
  return instruction.handler == <u16>Handler.CALL ? Signal.CALL : Signal.CREATE;
}

/** An exceptional halt; the registers are not saved. */
export function halted(reason: i32): i32 {
  halt(reason);
  return Signal.HALT;
}

/** Ends the frame without output. */
export function stop(frame: Frame, gas: i64): i32 {
  frame.gas = gas;
  frame.outputLength = 0;
  return Signal.SUCCESS;
}

/** RETURN and REVERT: ends the frame with the memory range on top of the stack as its output. */
export function endWithOutput(frame: Frame, sp: usize, gas: i64, signal: i32): i32 {
  const left = expandRange(frame, sp, sp + 32, gas);
  if (left < 0) return Signal.HALT;
  const isEmpty = isZero(sp + 32);
  frame.gas = left;
  frame.output = isEmpty ? frame.memory : frame.memory + load<u32>(sp);
  frame.outputLength = isEmpty ? 0 : load<u32>(sp, 32);
  return signal;
}
