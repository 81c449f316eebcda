import { byteLength, byteOp, clzOp, signextend } from '../arithmetic/bytes';
import { sdiv, smod } from '../arithmetic/divide';
import { exp } from '../arithmetic/exponent';
import { sar } from '../arithmetic/shift';
import { copyWord, storeWord } from '../arithmetic/word';
import { Handler } from '../code/handler';
import { Instruction } from '../code/instruction';
import { blobHashOp } from '../environment';
import { Frame } from '../frames/frame';
import { GAS_EXP_BYTE, spend } from '../gas';
import { blockHash } from '../host';
import { ensureLoaded } from '../state/accounts';
import { logOp } from '../state/logs';
import { tloadOp, tstoreOp } from '../state/transient';
import { balanceOp, extCodeHashOp, extCodeSizeOp } from './account-ops';
import { calldataCopyOp, codeCopyOp, extCodeCopyOp, mcopyOp, returnDataCopyOp } from './copy';
import { mstore8Op } from './memory';

/**
 * Executes an instruction that costs much more than a second dispatch, or is rare; this keeps the interpreter's loop
 * small. The caller moves the stack pointer. Returns the gas left.
 */
export function slowOp(frame: Frame, instruction: Instruction, sp: usize, gas: i64): i64 {
  switch (<u32>instruction.handler) {
    case Handler.EXP:
      return expOp(sp, gas);
    case Handler.MSTORE8:
      return mstore8Op(frame, sp, sp + 32, gas);
    case Handler.MCOPY:
      return mcopyOp(frame, sp, gas);
    case Handler.TSTORE:
      return tstoreOp(frame, sp, sp + 32, gas);
    case Handler.CALLDATACOPY:
      return calldataCopyOp(frame, sp, gas);
    case Handler.CODECOPY:
      return codeCopyOp(frame, sp, gas);
    case Handler.RETURNDATACOPY:
      return returnDataCopyOp(frame, sp, gas);
    case Handler.BALANCE:
      return balanceOp(sp, gas);
    case Handler.EXTCODESIZE:
      return extCodeSizeOp(sp, gas);
    case Handler.EXTCODECOPY:
      return extCodeCopyOp(frame, sp, gas);
    case Handler.EXTCODEHASH:
      return extCodeHashOp(sp, gas);
    case Handler.LOG:
      return logOp(frame, sp, instruction.argument, gas);
    default:
      staticGasOp(frame, instruction, sp);
      return gas;
  }
}

/** EXP: the price depends on the length of the exponent (EIP-160). Returns the gas left. */
function expOp(sp: usize, gas: i64): i64 {
  const left = spend(gas, GAS_EXP_BYTE * <i64>byteLength(sp + 32));
  if (left >= 0) exp(sp + 32, sp, sp + 32);
  return left;
}

function staticGasOp(frame: Frame, instruction: Instruction, sp: usize): void {
  switch (<u32>instruction.handler) {
    case Handler.SDIV:
      return sdiv(sp + 32, sp, sp + 32);
    case Handler.SMOD:
      return smod(sp + 32, sp, sp + 32);
    case Handler.SAR:
      return sar(sp + 32, sp, sp + 32);
    case Handler.SIGNEXTEND:
      return signextend(sp + 32, sp, sp + 32);
    case Handler.BYTE:
      return byteOp(sp + 32, sp, sp + 32);
    case Handler.CLZ:
      return clzOp(sp, sp);
    case Handler.MSIZE:
      return storeWord(sp - 32, frame.memorySize, 0, 0, 0);
    case Handler.CODESIZE:
      return storeWord(sp - 32, frame.codeLength, 0, 0, 0);
    case Handler.TLOAD:
      return tloadOp(frame, sp);
    case Handler.SELFBALANCE:
      return copyWord(sp - 32, ensureLoaded(frame.account).balance);
    case Handler.BLOCKHASH:
      return blockHash(sp);
    case Handler.BLOBHASH:
      return blobHashOp(sp);
    default:
      unreachable();
  }
}
