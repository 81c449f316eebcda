import { BAD_JUMP } from '../layout';
import { unresolved } from './block-cache';
import { removePrevious, emit, emitWide, immediate, isImmediateSmall, previousHandler } from './decode-block';
import { Handler } from './handler';
import { isJumpDestination } from './jump-destinations';

/**
 * Combinations of opcodes that become one instruction: the pairs that are frequent in the output of the Solidity
 * compiler.
 */

/** Merges an opcode with the instruction before it; false when the two do not combine. */
export function fuseOpcode(handler: u32): bool {
  if (handler == Handler.POP && previousHandler == Handler.SWAP1) return replacePrevious(Handler.SWAP1_POP);
  if (handler != Handler.ISZERO) return false;
  if (previousHandler == Handler.LT) return replacePrevious(Handler.LT_ISZERO);
  if (previousHandler == Handler.GT) return replacePrevious(Handler.GT_ISZERO);
  return false;
}

function replacePrevious(handler: u32): bool {
  removePrevious();
  emit(handler, 0);
  return true;
}

/**
 * Emits one instruction for the PUSH of the immediate and the next opcode; false when the two do not combine. `jumps`,
 * `codeLength`: the jump destinations of the code.
 */
export function fusePush(follower: u32, jumps: usize, codeLength: u32): bool {
  if (!isImmediateSmall()) return follower == Handler.AND && fuseWide(Handler.AND_WORD);
  const value = load<u32>(immediate);
  switch (follower) {
    case Handler.JUMP:
      return fuseConstant(Handler.JUMP_CONSTANT, destination(jumps, codeLength, value));
    case Handler.JUMPI:
      return fuseConstant(conditionalJump(), destination(jumps, codeLength, value));
    case Handler.ADD:
      return fuseConstant(Handler.ADD_CONSTANT, value);
    case Handler.MLOAD:
      return fuseConstant(Handler.MLOAD_CONSTANT, value);
    case Handler.MSTORE:
      return fuseConstant(Handler.MSTORE_CONSTANT, value);
    case Handler.SHL:
      return value < 256 && fuseConstant(Handler.SHL_CONSTANT, value);
    case Handler.SHR:
      return value < 256 && fuseConstant(Handler.SHR_CONSTANT, value);
    default:
      return false;
  }
}

/** Argument of a jump to a constant. */
function destination(jumps: usize, codeLength: u32, pc: u32): u32 {
  return isJumpDestination(jumps, codeLength, pc) ? unresolved(pc) : <u32>BAD_JUMP;
}

function fuseConstant(handler: u32, value: u32): bool {
  emit(handler, value);
  return true;
}

function fuseWide(handler: u32): bool {
  emitWide(handler);
  return true;
}

/** A conditional jump, merged with the comparison before it. */
function conditionalJump(): u32 {
  const merged = mergedJump(previousHandler);
  if (merged != Handler.JUMPI_CONSTANT) removePrevious();
  return merged;
}

function mergedJump(condition: u32): u32 {
  switch (condition) {
    case Handler.ISZERO:
      return Handler.ISZERO_JUMPI;
    case Handler.EQ:
      return Handler.EQ_JUMPI;
    case Handler.LT:
      return Handler.LT_JUMPI;
    case Handler.GT:
      return Handler.GT_JUMPI;
    case Handler.LT_ISZERO:
      return Handler.LT_ISZERO_JUMPI;
    case Handler.GT_ISZERO:
      return Handler.GT_ISZERO_JUMPI;
    default:
      return Handler.JUMPI_CONSTANT;
  }
}
