import { Halt } from '../generated/enums';
import { isEqual, isZero } from '../arithmetic/compare';
import { copyWord } from '../arithmetic/word';
import { Frame } from '../frames/frame';
import { GAS_CALL_STIPEND, GAS_SLOT_RESET, GAS_SLOT_SET, GAS_WARM_ACCESS, REFUND_SLOT_CLEAR, spend } from '../gas';
import { halt } from '../halt';
import { addRefund } from '../run';
import { journalSlotValue } from './journal';
import { Slot } from './slot';
import { accessedSlot, accessSlot, markSlotDirty } from './slots';

/** SLOAD: replaces the key by the value. Returns the gas left. */
export function sloadOp(frame: Frame, key: usize, gas: i64): i64 {
  const left = accessSlot(frame.account, key, GAS_WARM_ACCESS, gas);
  if (left >= 0) copyWord(key, accessedSlot.value);
  return left;
}

/** SSTORE (EIP-2200, EIP-2929, EIP-3529). Returns the gas left. */
export function sstoreOp(frame: Frame, key: usize, value: usize, gas: i64): i64 {
  if (frame.isStatic) return halt(Halt.WRITE_PROTECTION);
  if (gas <= GAS_CALL_STIPEND) return halt(Halt.OUT_OF_GAS);
  let left = accessSlot(frame.account, key, 0, gas);
  if (left < 0) return left;
  const slot = accessedSlot;
  left = spend(left, storeCost(slot, value));
  if (left < 0 || isEqual(slot.value, value)) return left;
  addRefund(storeRefund(slot, value));
  if (slot.journaled < frame.journalCheckpoint) journalSlotValue(slot);
  copyWord(slot.value, value);
  markSlotDirty(slot);
  return left;
}

/** Price of a write, apart from the first use. */
function storeCost(slot: Slot, value: usize): i64 {
  if (isEqual(slot.value, value) || !isEqual(slot.value, slot.original)) return GAS_WARM_ACCESS;
  return isZero(slot.original) ? GAS_SLOT_SET : GAS_SLOT_RESET;
}

/** Change of the refund counter when the value changes to another one. */
function storeRefund(slot: Slot, value: usize): i64 {
  const wasZero = isZero(slot.original);
  if (isEqual(slot.value, slot.original)) return !wasZero && isZero(value) ? REFUND_SLOT_CLEAR : 0;
  let change: i64 = 0;
  if (!wasZero && isZero(slot.value)) change -= REFUND_SLOT_CLEAR;
  if (!wasZero && isZero(value)) change += REFUND_SLOT_CLEAR;
  if (isEqual(slot.original, value)) change += (wasZero ? GAS_SLOT_SET : GAS_SLOT_RESET) - GAS_WARM_ACCESS;
  return change;
}
