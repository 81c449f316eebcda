import { Halt, Signal } from '../generated/enums';
import { clearWord, copyWord, storeWord } from '../arithmetic/word';
import { maxCodeBytes } from '../environment';
import { GAS_CODE_BYTE } from '../gas';
import { countStarved, halt, haltReason, isStarved } from '../halt';
import { storeCode, traceExit } from '../host';
import { keccak } from '@qord/curves/assembly/keccak';
import { RETURN_DATA } from '../layout';
import { chargeSlice, isTracing, setRefund } from '../run';
import { ACCOUNT_HAS_CODE } from '../state/account';
import { ensureLoaded, markAccountDirty } from '../state/accounts';
import { journalCodeHash, rollback } from '../state/journal';
import { truncateLogs } from '../state/logs';
import { Frame } from './frame';

/** Reverts or completes a frame that has ended. Returns the final signal: a creation may still fail here. */
export function endFrame(frame: Frame, reported: i32): i32 {
  const signal = reported == Signal.SUCCESS && frame.isCreate ? depositCode(frame) : reported;
  if (signal == Signal.REVERT || signal == Signal.HALT) {
    rollback(frame.journalCheckpoint);
    truncateLogs(frame.logCheckpoint);
    setRefund(frame.refundCheckpoint);
  }
  if (signal == Signal.HALT) {
    if (isStarved(haltReason)) countStarved();
    frame.gas = 0;
    frame.outputLength = 0;
  }
  if (isTracing) traceExit(frame, signal, haltReason);
  return signal;
}

/** Makes the output the code of the created account (yellow paper, 7; EIP-170, EIP-3541). */
function depositCode(frame: Frame): i32 {
  const length = frame.outputLength;
  if (length == 0) return Signal.SUCCESS;
  const reason = codeFault(frame);
  if (reason != Halt.NONE) {
    halt(reason);
    return Signal.HALT;
  }
  const cost = GAS_CODE_BYTE * <i64>length;
  frame.gas -= cost;
  chargeSlice(cost);
  const account = ensureLoaded(frame.account);
  journalCodeHash(account);
  keccak(account.codeHash, frame.output, length);
  account.flags |= ACCOUNT_HAS_CODE;
  account.code = 0;
  markAccountDirty(account);
  storeCode(account, frame.output, length);
  return Signal.SUCCESS;
}

function codeFault(frame: Frame): i32 {
  if (frame.outputLength > maxCodeBytes) return Halt.CODE_SIZE;
  if (load<u8>(frame.output) == 0xef) return Halt.CODE_PREFIX;
  return frame.gas < GAS_CODE_BYTE * <i64>frame.outputLength ? Halt.CODE_STORAGE_GAS : Halt.NONE;
}

/** Returns gas, output and status of a frame to its caller. */
export function returnToCaller(frame: Frame, caller: Frame, signal: i32): void {
  const isSuccess = signal == Signal.SUCCESS;
  const length = frame.isCreate && isSuccess ? 0 : frame.outputLength;
  caller.gas += frame.gas;
  caller.returnLength = length;
  if (length != 0) {
    copyBytes(RETURN_DATA, frame.output, length);
    if (!frame.isCreate) copyBytes(frame.resultAddress, RETURN_DATA, min<u32>(length, frame.resultLength));
  }
  if (!isSuccess) clearWord(caller.sp);
  else if (frame.isCreate) copyWord(caller.sp, frame.account.address);
  else storeWord(caller.sp, 1, 0, 0, 0);
}

/** Most results are one word, for which the general copy is slow. */
@inline
function copyBytes(to: usize, from: usize, length: u32): void {
  if (length == 32) copyWord(to, from);
  else memory.copy(to, from, length);
}
