import { copyWord } from '../arithmetic/word';
import { GAS_COLD_SLOT, spend } from '../gas';
import { exhausted, loadSlot } from '../host';
import { DIRTY_SLOTS, MAX_SLOTS, SLOT_INDEX, SLOTS } from '../layout';
import { epoch, generation } from '../run';
import { Account } from './account';
import { journalSlotWarmth } from './journal';
import { Slot, SLOT_BYTES, SLOT_DIRTY, SLOT_WARM } from './slot';
import { hashOfSlot, probesOf } from './table-hash';

/** The table of storage slots, built like the one of accounts. */
export let slotCount: u32 = 0;
export let dirtySlotCount: u32 = 0;
/** Most slots before the table was last cleared. */
let slotPeak: u32 = 0;

/** Bytes that the runs of this instance have written here; a slot may be in the list of dirty ones. */
export function writtenSlotBytes(): usize {
  return <usize>max<u32>(slotPeak, slotCount) * (SLOT_BYTES + sizeof<u32>());
}

const INDEX_MASK: u32 = 2 * MAX_SLOTS - 1;
const INDEX_SHIFT: u32 = clz(INDEX_MASK);

/** The slot of the account under the key, ready for use in this run. */
export function findSlot(account: Account, key: usize): Slot {
  const entry = indexEntryOf(account, key);
  const found = changetype<Slot>(load<u32>(entry));
  return ensureLoaded(found ? found : addSlot(entry, account, key));
}

/** The slot that the last call of `accessSlot` has paid for. */
export let accessedSlot: Slot = changetype<Slot>(0);

/**
 * Pays for the use of a slot (EIP-2929), and only then adds it to the table and to the access list and loads it.
 * `warmPrice`: gas for a slot that is warm. Returns the gas left.
 */
export function accessSlot(account: Account, key: usize, warmPrice: i64, gas: i64): i64 {
  const entry = indexEntryOf(account, key);
  const known = changetype<Slot>(load<u32>(entry));
  if (known && known.epoch == epoch && (known.flags & SLOT_WARM) != 0) {
    accessedSlot = ensureLoaded(known);
    return spend(gas, warmPrice);
  }
  const left = spend(gas, GAS_COLD_SLOT);
  if (left < 0) return left;
  accessedSlot = ensureLoaded(known ? known : addSlot(entry, account, key));
  warmSlot(accessedSlot);
  return left;
}

/** Adds the slot to the access list of the transaction (EIP-2929). */
export function warmSlot(slot: Slot): void {
  if ((slot.flags & SLOT_WARM) == 0) journalSlotWarmth(slot);
  slot.flags |= SLOT_WARM;
}

/** Address of the place in the index that refers to the slot, or is empty and is to refer to it. */
function indexEntryOf(account: Account, key: usize): usize {
  const key0 = load<u64>(key);
  const key1 = load<u64>(key, 8);
  const key2 = load<u64>(key, 16);
  const key3 = load<u64>(key, 24);
  let bucket = hashOfSlot(changetype<usize>(account), key0, key1, key2, key3) >> INDEX_SHIFT;
  while (true) {
    const entry = SLOT_INDEX + ((<usize>bucket) << 2);
    const found = load<u32>(entry);
    if (found == 0) return entry;
    const slot = changetype<Slot>(found);
    const differs = (slot.key0 ^ key0) | (slot.key1 ^ key1) | (slot.key2 ^ key2) | (slot.key3 ^ key3);
    if (differs == 0 && slot.account == account) return entry;
    bucket = (bucket + 1) & INDEX_MASK;
  }
}

/** Appends a record, which is not loaded yet: no generation is 0. */
function addSlot(entry: usize, account: Account, key: usize): Slot {
  if (slotCount == MAX_SLOTS) exhausted();
  const slot = slotAt(slotCount++);
  memory.fill(changetype<usize>(slot), 0, SLOT_BYTES);
  slot.account = account;
  copyWord(slot.key, key);
  store<u32>(entry, <u32>changetype<usize>(slot));
  return slot;
}

@inline
function slotAt(index: u32): Slot {
  return changetype<Slot>(SLOTS + <usize>index * SLOT_BYTES);
}

/** Drops all records. Only between runs. */
export function clearSlots(): void {
  memory.fill(SLOT_INDEX, 0, (<usize>(INDEX_MASK + 1)) << 2);
  slotPeak = max<u32>(slotPeak, slotCount);
  slotCount = 0;
}

/** Buckets that searches for all records look at together. */
export function slotProbes(): f64 {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < slotCount; i++) {
    const slot = slotAt(i);
    const hash = hashOfSlot(changetype<usize>(slot.account), slot.key0, slot.key1, slot.key2, slot.key3);
    sum += probesOf(SLOT_INDEX, INDEX_MASK, hash >> INDEX_SHIFT, changetype<usize>(slot));
  }
  return sum;
}

/** Loads the record when it is not up to date, and resets the fields of an earlier run. */
@inline
function ensureLoaded(slot: Slot): Slot {
  if (slot.generation != generation) reload(slot);
  if (slot.epoch != epoch) resetForRun(slot);
  return slot;
}

function reload(slot: Slot): void {
  loadSlot(slot);
  slot.generation = generation;
}

function resetForRun(slot: Slot): void {
  slot.epoch = epoch;
  slot.flags &= SLOT_DIRTY;
  slot.journaled = 0;
  copyWord(slot.original, slot.value);
}

/** Marks the value of the record as valid whatever the TypeScript state holds. */
export function markSlotLoaded(slot: Slot): void {
  slot.generation = generation;
}

/** Marks the record as different from the TypeScript state. */
export function markSlotDirty(slot: Slot): void {
  if ((slot.flags & SLOT_DIRTY) != 0) return;
  slot.flags |= SLOT_DIRTY;
  store<u32>(DIRTY_SLOTS + dirtySlotCount++ * sizeof<u32>(), <u32>changetype<usize>(slot));
}

/** Marks all records as equal to the TypeScript state: after a flush, or a revert to one. */
export function clearDirtySlots(): void {
  for (let i: u32 = 0; i < dirtySlotCount; i++) {
    changetype<Slot>(load<u32>(DIRTY_SLOTS + i * sizeof<u32>())).flags &= ~SLOT_DIRTY;
  }
  dirtySlotCount = 0;
}
