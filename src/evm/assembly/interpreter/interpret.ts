import { Halt, Signal } from '../generated/enums';
import { add, sub } from '../arithmetic/add';
import { isBelow, isBelowSigned, isEqual, isZero } from '../arithmetic/compare';
import { div, mod } from '../arithmetic/divide';
import { addmod, mulmod } from '../arithmetic/modular';
import { mul } from '../arithmetic/multiply';
import { shiftLeft, shiftRight, shl, shr } from '../arithmetic/shift';
import { storeTruth } from '../arithmetic/word';
import { blockAt, follow, jumpTo } from '../code/block-cache';
import { decodeAlone } from '../code/decode-block';
import { gasAhead } from '../code/gas-ahead';
import { Handler } from '../code/handler';
import { BLOCK_BYTES, Instruction, INSTRUCTION_BYTES, WIDE_BYTES } from '../code/instruction';
import { selfdestructOp } from '../frames/selfdestruct';
import { Frame } from '../frames/frame';
import { traceStep } from '../host';
import { STACK_BYTES } from '../layout';
import { isStepTracing, sliceLeft } from '../run';
import { sloadOp, sstoreOp } from '../state/storage';
import { addSmall, and, not, or, xor } from './bitwise';
import { calldataLoadOp } from './copy';
import { keccakOp } from './hash';
import { endWithOutput, halted, requestSignal, saveRegisters, stop } from './exit';
import { mloadAt, mloadOp, mstoreAt, mstoreOp } from './memory';
import { slowOp } from './slow-ops';
import { dup, pushSmall, pushWord, swap } from './stack';

/**
 * Runs the frame until it ends, calls, or has used up the slice of gas. One loop, one switch; the compiler makes a jump
 * table of it. `break` advances to the next instruction, `continue` goes to the one at `ip`.
 */
export function interpret(frame: Frame): i32 {
  const stackTop = frame.stackTop;
  const stackLimit = stackTop - STACK_BYTES;
  let ip = blockAt(frame, frame.pc);
  let sp = frame.sp;
  let gas = frame.gas;
  /** below this the slice is used up; never below 0 */
  let floor = max<i64>(gas - sliceLeft, 0);
  const gasAtStart = gas;
  let block = changetype<Instruction>(ip);

  while (true) {
    const instruction = changetype<Instruction>(ip);
    switch (<u32>instruction.handler) {
      case Handler.BLOCK: {
        block = instruction;
        const isShort = sp + ((<usize>instruction.stackNeeds) << 5) > stackTop;
        if (isShort || sp - ((<usize>instruction.stackGrowth) << 5) < stackLimit) {
          if (instruction.isSingle) return halted(isShort ? Halt.STACK_UNDERFLOW : Halt.STACK_OVERFLOW);
          ip = decodeAlone(frame, instruction.pc);
          continue;
        }
        const before = gas;
        gas -= <i64>instruction.argument;
        ip += BLOCK_BYTES;
        if (gas >= floor) continue;
        // the slice may end in the block: its gas is charged by then
        if (before < floor) return saveRegisters(frame, instruction.pc, sp, before, Signal.SLICE);
        if (gas >= 0) continue;
        if (instruction.isSingle) return halted(Halt.OUT_OF_GAS);
        gas = before;
        ip = decodeAlone(frame, instruction.pc);
        continue;
      }
      case Handler.STEP: {
        if (gas < floor) return saveRegisters(frame, instruction.argument, sp, gas, Signal.SLICE);
        saveRegisters(frame, instruction.argument, sp, gas, Signal.RUN);
        if (isStepTracing) traceStep(frame, instruction.argument, instruction.stackNeeds);
        break;
      }
      case Handler.NEXT:
        ip = follow(frame, ip);
        continue;
      case Handler.NEXT_OPCODE:
        ip = decodeAlone(frame, instruction.argument);
        continue;
      case Handler.BAD_JUMP:
        return halted(Halt.INVALID_JUMP);
      case Handler.INVALID:
        return halted(Halt.INVALID_OPCODE);
      case Handler.STOP:
        return stop(frame, gas);

      case Handler.PUSH_SMALL:
        sp = pushSmall(sp, instruction.argument);
        break;
      case Handler.PUSH_WORD:
        sp = pushWord(sp, ip + INSTRUCTION_BYTES);
        ip += WIDE_BYTES;
        continue;
      case Handler.PUSH_ENVIRONMENT:
        sp = pushWord(sp, instruction.argument);
        break;
      case Handler.POP:
        sp += 32;
        break;
      case Handler.DUP1:
        sp = dup(sp, 0);
        break;
      case Handler.DUP2:
        sp = dup(sp, 1 * 32);
        break;
      case Handler.DUP3:
        sp = dup(sp, 2 * 32);
        break;
      case Handler.DUP4:
        sp = dup(sp, 3 * 32);
        break;
      case Handler.DUP_N:
        sp = dup(sp, instruction.argument);
        break;
      case Handler.SWAP1:
        swap(sp, 1 * 32);
        break;
      case Handler.SWAP2:
        swap(sp, 2 * 32);
        break;
      case Handler.SWAP3:
        swap(sp, 3 * 32);
        break;
      case Handler.SWAP4:
        swap(sp, 4 * 32);
        break;
      case Handler.SWAP_N:
        swap(sp, instruction.argument);
        break;
      case Handler.SWAP1_POP:
        sp = pushWord(sp + 64, sp);
        break;

      case Handler.ADD:
        sp += 32;
        add(sp, sp - 32, sp);
        break;
      case Handler.MUL:
        sp += 32;
        mul(sp, sp - 32, sp);
        break;
      case Handler.SUB:
        sp += 32;
        sub(sp, sp - 32, sp);
        break;
      case Handler.DIV:
        sp += 32;
        div(sp, sp - 32, sp);
        break;
      case Handler.MOD:
        sp += 32;
        mod(sp, sp - 32, sp);
        break;
      case Handler.ADDMOD:
        sp += 64;
        addmod(sp, sp - 64, sp - 32, sp);
        break;
      case Handler.MULMOD:
        sp += 64;
        mulmod(sp, sp - 64, sp - 32, sp);
        break;
      case Handler.LT:
        sp += 32;
        storeTruth(sp, isBelow(sp - 32, sp));
        break;
      case Handler.GT:
        sp += 32;
        storeTruth(sp, isBelow(sp, sp - 32));
        break;
      case Handler.SLT:
        sp += 32;
        storeTruth(sp, isBelowSigned(sp - 32, sp));
        break;
      case Handler.SGT:
        sp += 32;
        storeTruth(sp, isBelowSigned(sp, sp - 32));
        break;
      case Handler.EQ:
        sp += 32;
        storeTruth(sp, isEqual(sp - 32, sp));
        break;
      case Handler.LT_ISZERO:
        sp += 32;
        storeTruth(sp, !isBelow(sp - 32, sp));
        break;
      case Handler.GT_ISZERO:
        sp += 32;
        storeTruth(sp, !isBelow(sp, sp - 32));
        break;
      case Handler.ISZERO:
        storeTruth(sp, isZero(sp));
        break;
      case Handler.AND:
        sp += 32;
        and(sp, sp - 32, sp);
        break;
      case Handler.OR:
        sp += 32;
        or(sp, sp - 32, sp);
        break;
      case Handler.XOR:
        sp += 32;
        xor(sp, sp - 32, sp);
        break;
      case Handler.NOT:
        not(sp);
        break;
      case Handler.SHL:
        sp += 32;
        shl(sp, sp - 32, sp);
        break;
      case Handler.SHR:
        sp += 32;
        shr(sp, sp - 32, sp);
        break;
      case Handler.ADD_CONSTANT:
        addSmall(sp, instruction.argument);
        break;
      case Handler.AND_WORD:
        and(sp, sp, ip + INSTRUCTION_BYTES);
        ip += WIDE_BYTES;
        continue;
      case Handler.SHL_CONSTANT:
        shiftLeft(sp, sp, instruction.argument);
        break;
      case Handler.SHR_CONSTANT:
        shiftRight(sp, sp, instruction.argument, 0);
        break;

      case Handler.JUMP:
        ip = jumpTo(frame, sp);
        sp += 32;
        continue;
      case Handler.JUMPI:
        ip = isZero(sp + 32) ? ip + INSTRUCTION_BYTES : jumpTo(frame, sp);
        sp += 64;
        continue;
      case Handler.JUMP_CONSTANT:
        ip = follow(frame, ip);
        continue;
      case Handler.JUMPI_CONSTANT:
        ip = isZero(sp) ? ip + INSTRUCTION_BYTES : follow(frame, ip);
        sp += 32;
        continue;
      case Handler.ISZERO_JUMPI:
        ip = isZero(sp) ? follow(frame, ip) : ip + INSTRUCTION_BYTES;
        sp += 32;
        continue;
      case Handler.EQ_JUMPI:
        ip = isEqual(sp, sp + 32) ? follow(frame, ip) : ip + INSTRUCTION_BYTES;
        sp += 64;
        continue;
      case Handler.LT_JUMPI:
        ip = isBelow(sp, sp + 32) ? follow(frame, ip) : ip + INSTRUCTION_BYTES;
        sp += 64;
        continue;
      case Handler.GT_JUMPI:
        ip = isBelow(sp + 32, sp) ? follow(frame, ip) : ip + INSTRUCTION_BYTES;
        sp += 64;
        continue;
      case Handler.LT_ISZERO_JUMPI:
        ip = isBelow(sp, sp + 32) ? ip + INSTRUCTION_BYTES : follow(frame, ip);
        sp += 64;
        continue;
      case Handler.GT_ISZERO_JUMPI:
        ip = isBelow(sp + 32, sp) ? ip + INSTRUCTION_BYTES : follow(frame, ip);
        sp += 64;
        continue;

      case Handler.KECCAK256:
        gas = keccakOp(frame, sp, gas);
        if (gas < 0) return Signal.HALT;
        sp += 32;
        if (gas < floor) {
          const next = instruction.argument;
          return saveRegisters(frame, next, sp, gas + gasAhead(frame, block, next), Signal.SLICE);
        }
        break;
      case Handler.MLOAD:
        gas = mloadOp(frame, sp, gas);
        if (gas < 0) return Signal.HALT;
        break;
      case Handler.MLOAD_CONSTANT:
        sp -= 32;
        gas = mloadAt(frame, instruction.argument, sp, gas);
        if (gas < 0) return Signal.HALT;
        break;
      case Handler.MSTORE:
        gas = mstoreOp(frame, sp, sp + 32, gas);
        if (gas < 0) return Signal.HALT;
        sp += 64;
        break;
      case Handler.MSTORE_CONSTANT:
        gas = mstoreAt(frame, instruction.argument, sp, gas);
        if (gas < 0) return Signal.HALT;
        sp += 32;
        break;
      case Handler.SLOAD:
        gas = sloadOp(frame, sp, gas);
        if (gas < 0) return Signal.HALT;
        break;
      case Handler.SSTORE:
        gas = sstoreOp(frame, sp, sp + 32, gas);
        if (gas < 0) return Signal.HALT;
        sp += 64;
        break;
      case Handler.GAS:
        sp = pushSmall(sp, gas);
        break;

      case Handler.ADDRESS:
        sp = pushWord(sp, frame.account.address);
        break;
      case Handler.CALLER:
        sp = pushWord(sp, frame.caller.address);
        break;
      case Handler.CALLVALUE:
        sp = pushWord(sp, frame.value);
        break;
      case Handler.CALLDATALOAD:
        calldataLoadOp(frame, sp);
        break;
      case Handler.CALLDATASIZE:
        sp = pushSmall(sp, frame.inputLength);
        break;
      case Handler.RETURNDATASIZE:
        sp = pushSmall(sp, frame.returnLength);
        break;

      case Handler.CALL:
      case Handler.CREATE:
        frame.requestedKind = instruction.stackNeeds;
        return saveRegisters(frame, instruction.argument, sp, gas, requestSignal(instruction));
      case Handler.RETURN:
        return endWithOutput(frame, sp, gas, Signal.SUCCESS);
      case Handler.REVERT:
        return endWithOutput(frame, sp, gas, Signal.REVERT);
      case Handler.SELFDESTRUCT:
        gas = selfdestructOp(frame, sp, gas);
        return gas < 0 ? Signal.HALT : stop(frame, gas);
      default:
        gas = slowOp(frame, instruction, sp, gas);
        if (gas < 0) return Signal.HALT;
        floor = max<i64>(gasAtStart - sliceLeft, 0); // it may have loaded a code
        sp += (<isize>(<i16>instruction.stackNeeds)) << 5;
    }
    ip += INSTRUCTION_BYTES;
  }
}
