import { FrameKind, Halt } from '../generated/enums';
import { isZero } from '../arithmetic/compare';
import { copyWord } from '../arithmetic/word';
import { maxCodeBytes } from '../environment';
import { allButOne64th, GAS_INITCODE_WORD, GAS_KECCAK_WORD, spend, wordsFor } from '../gas';
import { halt } from '../halt';
import { expandRange } from '../interpreter/memory';
import { chargeSlice } from '../run';
import { findAccount, ensureLoaded } from '../state/accounts';
import { createChildFrame } from './calls';
import { create2Address, createAddress } from './create-address';
import { Frame } from './frame';

/**
 * CREATE and CREATE2: pays for the creation and prepares the frame of it. On the stack: value, offset and length of the
 * initcode, and the salt of CREATE2. Null when the caller halts.
 */
export function prepareCreate(frame: Frame): Frame | null {
  const kind = frame.requestedKind;
  const sp = frame.sp;
  const range = sp + 32;
  const salt = sp + 96;
  const gas = createCost(frame, kind, range);
  if (gas < 0) return null;
  chargeSlice(frame.gas - gas);
  const length = load<u32>(range, 32);
  const initcode = isZero(range + 32) ? frame.memory : frame.memory + load<u32>(range);
  const passed = allButOne64th(gas);

  const creator = ensureLoaded(frame.account);
  const child = createChildFrame(frame, kind, kind == FrameKind.CREATE ? sp + 64 : salt);
  child.gas = passed;
  frame.gas = gas - passed;
  copyWord(child.value, sp);
  const address = kind == FrameKind.CREATE ? createAddress(creator) : create2Address(creator, salt, initcode, length);
  child.account = findAccount(address);
  child.target = child.account;
  child.caller = creator;
  child.input = initcode;
  child.inputLength = length;
  return child;
}

/** Gas left after paying for memory, initcode (EIP-3860) and, for CREATE2, its hash; the base price is paid already. */
function createCost(frame: Frame, kind: u32, range: usize): i64 {
  if (frame.isStatic) return halt(Halt.WRITE_PROTECTION);
  const gas = expandRange(frame, range, range + 32, frame.gas);
  if (gas < 0) return gas;
  const length = load<u32>(range, 32);
  if (length > 2 * maxCodeBytes) return halt(Halt.INITCODE_SIZE);
  const perWord = kind == FrameKind.CREATE2 ? GAS_INITCODE_WORD + GAS_KECCAK_WORD : GAS_INITCODE_WORD;
  return spend(gas, perWord * wordsFor(length));
}
