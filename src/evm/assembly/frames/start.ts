import { FrameKind, Halt, Signal } from '../generated/enums';
import { isBelow } from '../arithmetic/compare';
import { runnableCodeOf } from '../code/account-code';
import { setCodeId } from '../code/block-cache';
import { newCodeId } from '../code/code';
import { bitmapBytes, markJumpDestinations } from '../code/jump-destinations';
import { halt } from '../halt';
import { callNative, hasStorage, printed, traceEnter } from '../host';
import { reserveMemory } from '../interpreter/memory';
import { STACK_BYTES, STACK_TOP } from '../layout';
import { isTracing, refund, chargeSlice } from '../run';
import { ACCOUNT_CREATED, ACCOUNT_HAS_CODE, ACCOUNT_IS_NATIVE } from '../state/account';
import { changeFlags, ensureLoaded, setNonce, touch, transfer, warmAccount } from '../state/accounts';
import { journalEnd } from '../state/journal';
import { logsEnd } from '../state/logs';
import { Frame, MAX_DEPTH } from './frame';

/** The address of console.log, which is these letters after nine zero bytes. */
const CONSOLE_LOW: u64 = 0x736f_6c65_2e6c_6f67;
const CONSOLE_HIGH: u64 = 0x63_6f6e;

/** Where the deepest stack of this instance has begun. */
let lowestStackTop: usize = STACK_TOP;

/** Bytes that the stacks of this instance have taken at most: the deepest one may have been full. */
export function writtenStackBytes(): usize {
  return STACK_TOP - lowestStackTop + STACK_BYTES;
}

/** Starts a prepared frame. Returns RUN when there is code to interpret, else how the frame ended. */
export function startFrame(frame: Frame): i32 {
  frame.returnLength = 0;
  frame.outputLength = 0;
  frame.sp = frame.stackTop;
  frame.memorySize = 0;
  lowestStackTop = min<usize>(lowestStackTop, frame.stackTop);
  if (isTracing) traceEnter(frame);
  const reason = startFault(frame);
  if (reason != Halt.NONE) {
    halt(reason);
    return Signal.REJECTED;
  }
  if (frame.isCreate) beginCreation(frame);
  frame.journalCheckpoint = journalEnd;
  frame.logCheckpoint = logsEnd;
  frame.refundCheckpoint = refund;
  return frame.isCreate ? startCreate(frame) : startCall(frame);
}

/** Why the frame cannot begin; Halt.NONE when it can. */
function startFault(frame: Frame): i32 {
  if (frame.depth > MAX_DEPTH) return Halt.CALL_DEPTH;
  const caller = ensureLoaded(frame.caller);
  const needsBalance = frame.kind != <u32>FrameKind.DELEGATECALL;
  if (needsBalance && isBelow(caller.balance, frame.value)) return Halt.INSUFFICIENT_BALANCE;
  return frame.isCreate && caller.nonce == u64.MAX_VALUE ? Halt.NONCE_OVERFLOW : Halt.NONE;
}

function startCall(frame: Frame): i32 {
  const target = ensureLoaded(frame.target);
  const kind = frame.kind;
  if (kind == <u32>FrameKind.CALL) transfer(frame.caller, target, frame.value);
  else if (kind == <u32>FrameKind.STATICCALL) touch(target);
  if (target.has(ACCOUNT_IS_NATIVE)) return runNative(frame);
  const holder = ensureLoaded(frame.codeAccount);
  // a delegation to a native contract runs nothing (EIP-7702)
  if (!holder.has(ACCOUNT_HAS_CODE) || holder.has(ACCOUNT_IS_NATIVE)) {
    if (holder.address0 == CONSOLE_LOW && holder.address1 == CONSOLE_HIGH && holder.address2 == 0) printed(frame);
    return Signal.SUCCESS;
  }
  const code = runnableCodeOf(holder);
  frame.codeRecord = changetype<usize>(code);
  frame.code = code.bytes;
  frame.codeLength = code.length;
  frame.jumps = code.jumps;
  setCodeId(frame, code.id);
  frame.pc = 0;
  return Signal.RUN;
}

/** Gas charged to the slice for each native call, and for each gas that it uses: more than for interpreted code. */
const NATIVE_CALL_WEIGHT: i64 = 1000;
const NATIVE_GAS_WEIGHT: i64 = 10;
/** Ends any slice; a weighted sum of such amounts does not overflow. */
const MAX_COUNTED_GAS: i64 = 1 << 32;

function runNative(frame: Frame): i32 {
  const before = frame.gas;
  frame.codeRecord = 0;
  const signal = callNative(frame, frame.target);
  // a failed call uses all its gas
  const used = signal == Signal.HALT ? before : before - frame.gas;
  chargeSlice(NATIVE_CALL_WEIGHT + NATIVE_GAS_WEIGHT * min<i64>(used, MAX_COUNTED_GAS));
  return signal;
}

/** The effects that a failed creation keeps: the creator's nonce, and the warm address (EIP-2929). */
function beginCreation(frame: Frame): void {
  setNonce(frame.caller, frame.caller.nonce + 1);
  warmAccount(ensureLoaded(frame.account));
}

function startCreate(frame: Frame): i32 {
  const account = frame.account;
  if (account.nonce != 0 || account.has(ACCOUNT_HAS_CODE) || hasStorage(account)) {
    halt(Halt.ADDRESS_COLLISION);
    return Signal.HALT;
  }
  changeFlags(account, ACCOUNT_CREATED);
  setNonce(account, 1); // EIP-161
  transfer(frame.caller, account, frame.value);
  prepareInitcode(frame);
  return Signal.RUN;
}

/** Initcode stays where its creator has it; its bitmap is below the frame's memory and is released with it. */
function prepareInitcode(frame: Frame): void {
  const length = frame.inputLength;
  const bitmap = frame.memory;
  const end = (bitmap + bitmapBytes(length) + 31) & ~31;
  reserveMemory(end);
  markJumpDestinations(frame.input, length, bitmap);
  chargeSlice(length);
  frame.codeRecord = 0;
  frame.code = frame.input;
  frame.codeLength = length;
  frame.jumps = bitmap;
  setCodeId(frame, newCodeId());
  frame.pc = 0;
  frame.memory = end;
  frame.inputLength = 0;
}
