import { FrameKind, Halt } from '../generated/enums';
import { isZero } from '../arithmetic/compare';
import { clearWord, copyWord, fitsLimb } from '../arithmetic/word';
import { delegateAddress, isDelegated } from '../code/account-code';
import { allButOne64th, GAS_CALL_STIPEND, GAS_CALL_VALUE, GAS_NEW_ACCOUNT, GAS_WARM_ACCESS, spend } from '../gas';
import { halt } from '../halt';
import { expandRange } from '../interpreter/memory';
import { chargeSlice } from '../run';
import { Account } from '../state/account';
import { accessAccount, accessedAccount, isDead } from '../state/accounts';
import { Frame, frameAt } from './frame';

/**
 * CALL, CALLCODE, DELEGATECALL and STATICCALL: pays for the call and prepares the frame of it. On the stack: gas,
 * address, value (the first two only), input offset and length, output offset and length. Null when the caller halts.
 */
export function prepareCall(frame: Frame): Frame | null {
  const kind = frame.requestedKind;
  const sp = frame.sp;
  const hasValue = kind == FrameKind.CALL || kind == FrameKind.CALLCODE;
  const value = sp + 64;
  const movesValue = hasValue && !isZero(value);
  const input = hasValue ? sp + 96 : sp + 64;
  const output = input + 64;
  if (movesValue && kind == FrameKind.CALL && frame.isStatic) return haltCaller(Halt.WRITE_PROTECTION);

  let gas = expandRange(frame, input, input + 32, frame.gas);
  if (gas >= 0) gas = expandRange(frame, output, output + 32, gas);
  if (gas < 0) return null;
  gas = accessAccount(sp + 32, GAS_WARM_ACCESS, gas);
  if (gas < 0) return null;
  const target = accessedAccount;
  gas = spend(gas, valueCost(target, kind, movesValue));
  if (gas >= 0 && isDelegated(target)) gas = accessAccount(delegateAddress(target), GAS_WARM_ACCESS, gas);
  if (gas < 0) return null;
  const codeAccount = accessedAccount;
  chargeSlice(frame.gas - gas);
  const passed = passedGas(sp, gas);

  const child = createChildFrame(frame, kind, output + 32);
  child.gas = movesValue ? passed + GAS_CALL_STIPEND : passed;
  frame.gas = gas - passed;
  setFrameAccounts(frame, child, target);
  child.codeAccount = codeAccount;
  if (kind == FrameKind.DELEGATECALL) copyWord(child.value, frame.value);
  else if (hasValue) copyWord(child.value, value);
  else clearWord(child.value);
  child.input = rangeStart(frame, input);
  child.inputLength = load<u32>(input, 32);
  child.resultAddress = rangeStart(frame, output);
  child.resultLength = load<u32>(output, 32);
  return child;
}

function haltCaller(reason: i32): Frame | null {
  halt(reason);
  return null;
}

/** The price of the value that the call moves (EIP-150, EIP-161). */
function valueCost(target: Account, kind: u32, movesValue: bool): i64 {
  if (!movesValue) return 0;
  return kind == FrameKind.CALL && isDead(target) ? GAS_CALL_VALUE + GAS_NEW_ACCOUNT : GAS_CALL_VALUE;
}

/** The gas that the caller requests, at most all but one 64th (EIP-150). */
@inline
function passedGas(requested: usize, gas: i64): i64 {
  const most = allButOne64th(gas);
  return fitsLimb(requested) && load<u64>(requested) <= <u64>most ? load<i64>(requested) : most;
}

/**
 * The next frame, with the fields that do not depend on the kind of call; `sp` of the caller moves to the word of the
 * result.
 */
export function createChildFrame(frame: Frame, kind: u32, result: usize): Frame {
  frame.sp = result;
  frame.returnLength = 0;
  const child = frameAt(frame.depth + 1);
  child.kind = kind;
  child.depth = frame.depth + 1;
  child.isStatic = frame.isStatic || kind == FrameKind.STATICCALL;
  child.stackTop = result;
  child.memory = frame.memoryEnd;
  return child;
}

function setFrameAccounts(frame: Frame, child: Frame, target: Account): void {
  const isOwnContext = child.kind == <u32>FrameKind.DELEGATECALL || child.kind == <u32>FrameKind.CALLCODE;
  child.target = target;
  child.account = isOwnContext ? frame.account : target;
  child.caller = child.kind == <u32>FrameKind.DELEGATECALL ? frame.caller : frame.account;
}

/** Address of a memory range given by offset and length; an empty one may have any offset. */
@inline
function rangeStart(frame: Frame, range: usize): usize {
  return isZero(range + 32) ? frame.memory : frame.memory + load<u32>(range);
}
