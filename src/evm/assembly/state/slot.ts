import { Account } from './account';

/** Set in the current run; cleared when the slot is first used in a run. */
export const SLOT_WARM: u32 = 1;
/** Differs from the TypeScript state; in the list of dirty slots, until they are written there. */
export const SLOT_DIRTY: u32 = 4;

/** A cached storage slot. */
@unmanaged
export class Slot {
  epoch: u32;
  generation: u32;
  account: Account;
  flags: u32;
  /** journal position of the newest entry that holds an earlier value */
  journaled: u32;
  reserved: u32;
  key0: u64;
  key1: u64;
  key2: u64;
  key3: u64;
  value0: u64;
  value1: u64;
  value2: u64;
  value3: u64;
  /** value when the transaction first used the slot (EIP-2200) */
  original0: u64;
  original1: u64;
  original2: u64;
  original3: u64;

  @inline
  get key(): usize {
    return changetype<usize>(this) + offsetof<Slot>('key0');
  }

  @inline
  get value(): usize {
    return changetype<usize>(this) + offsetof<Slot>('value0');
  }

  @inline
  get original(): usize {
    return changetype<usize>(this) + offsetof<Slot>('original0');
  }
}

/** Bytes of one record; a power of two so that tables index by shifting. */
export const SLOT_BYTES: usize = 128;
