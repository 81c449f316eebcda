import { add, sub } from '../arithmetic/add';
import { clearWord, copyWord } from '../arithmetic/word';
import { exhausted, revertState } from '../host';
import { JOURNAL, MAX_JOURNAL, SCRATCH } from '../layout';
import { invalidateValues } from '../run';
import { Account, ACCOUNT_UNDOABLE } from './account';
import { clearDirtyAccounts, ensureLoaded, markAccountDirty } from './accounts';
import { burned } from './burned';
import { Slot, SLOT_WARM } from './slot';
import { clearDirtySlots, markSlotDirty, markSlotLoaded } from './slots';
import { Transient } from './transient';

/** What an entry restores. */
const enum Kind {
  ACCOUNT_FLAGS,
  BALANCE,
  /** wei that leave an account */
  DEBIT,
  NONCE,
  CODE_HASH,
  SLOT_WARMTH,
  SLOT_VALUE,
  TRANSIENT_VALUE,
  BURNED,
  /** all changes of a native module to the TypeScript state */
  MODULE_CALL,
}

/** How to undo one change. An entry is pushed before each change; a revert walks the entries backwards. */
@unmanaged
class Entry {
  kind: u32;
  /** address of the record that changed; of a module call, the snapshot */
  subject: u32;
  /** previous flags, or the previous `journaled` of the record */
  metadata: u32;
  reserved: u32;
  previous0: u64;
  previous1: u64;
  previous2: u64;
  previous3: u64;

  @inline
  get previous(): usize {
    return changetype<usize>(this) + offsetof<Entry>('previous0');
  }
}

const ENTRY_BYTES: usize = offsetof<Entry>();

/** Position of the next entry. Positions count from 1, so that 0 is before all of them. */
export let journalEnd: u32 = 1;

/** Highest position in the runs of this instance. */
let journalPeak: u32 = 1;

/** Bytes that the runs of this instance have written here. */
export function writtenJournalBytes(): usize {
  updatePeak();
  return <usize>journalPeak * ENTRY_BYTES;
}

/** Drops all entries: what they could undo is now final. */
export function clearJournal(): void {
  updatePeak();
  journalEnd = 1;
}

@inline
function updatePeak(): void {
  journalPeak = max<u32>(journalPeak, journalEnd);
}

@inline
function entryAt(position: u32): Entry {
  return changetype<Entry>(JOURNAL + <usize>position * ENTRY_BYTES);
}

function push(kind: u32, subject: usize, metadata: u32): Entry {
  if (journalEnd == MAX_JOURNAL) exhausted();
  const entry = entryAt(journalEnd++);
  entry.kind = kind;
  entry.subject = <u32>subject;
  entry.metadata = metadata;
  return entry;
}

/** Records the flags of an account before they change; `rollback` restores what the functions here record. */
export function journalAccountFlags(account: Account): void {
  push(Kind.ACCOUNT_FLAGS, changetype<usize>(account), account.flags);
}

/** Records the balance of an account before it changes. */
export function journalBalance(account: Account): void {
  copyWord(push(Kind.BALANCE, changetype<usize>(account), 0).previous, account.balance);
}

/** Records the wei that an account is about to give away. */
export function journalDebit(account: Account, wei: usize): void {
  copyWord(push(Kind.DEBIT, changetype<usize>(account), 0).previous, wei);
}

/** Leaves in SCRATCH the wei that the engine has taken from an account since the position, without what was undone. */
export function sumDebits(account: Account, position: u32): void {
  clearWord(SCRATCH);
  for (let at = position; at < journalEnd; at++) {
    const entry = entryAt(at);
    const isDebit = entry.kind == Kind.DEBIT && entry.subject == <u32>changetype<usize>(account);
    if (isDebit) add(SCRATCH, SCRATCH, entry.previous);
  }
}

/** Records the nonce of an account before it changes. */
export function journalNonce(account: Account): void {
  push(Kind.NONCE, changetype<usize>(account), 0).previous0 = account.nonce;
}

/** Records the code hash and the flags of an account before its code changes. */
export function journalCodeHash(account: Account): void {
  copyWord(push(Kind.CODE_HASH, changetype<usize>(account), account.flags).previous, account.codeHash);
}

/** Records that a slot becomes warm (EIP-2929). */
export function journalSlotWarmth(slot: Slot): void {
  push(Kind.SLOT_WARMTH, changetype<usize>(slot), 0);
}

/** Records the value of a slot before it changes. */
export function journalSlotValue(slot: Slot): void {
  copyWord(push(Kind.SLOT_VALUE, changetype<usize>(slot), slot.journaled).previous, slot.value);
  slot.journaled = journalEnd - 1;
}

/** Records the value of a transient slot (EIP-1153) before it changes. */
export function journalTransient(transient: Transient): void {
  copyWord(push(Kind.TRANSIENT_VALUE, changetype<usize>(transient), transient.journaled).previous, transient.value);
  transient.journaled = journalEnd - 1;
}

/** Records the sum of burned wei before it changes. */
export function journalBurn(wei: usize): void {
  copyWord(push(Kind.BURNED, 0, 0).previous, wei);
}

/** Records a call of a native module with the snapshot of the state before it; the host reverts to it. */
export function journalModuleCall(snapshot: u32): void {
  push(Kind.MODULE_CALL, snapshot, 0);
}

/** Undoes everything since the position. */
export function rollback(position: u32): void {
  updatePeak();
  while (journalEnd > position) undo(entryAt(--journalEnd));
}

function undo(entry: Entry): void {
  switch (entry.kind) {
    case Kind.ACCOUNT_FLAGS:
      return undoFlags(changetype<Account>(entry.subject), entry.metadata);
    case Kind.SLOT_WARMTH:
      changetype<Slot>(entry.subject).flags &= ~SLOT_WARM;
      return;
    case Kind.SLOT_VALUE:
      return undoSlotValue(changetype<Slot>(entry.subject), entry);
    case Kind.TRANSIENT_VALUE:
      return undoTransient(changetype<Transient>(entry.subject), entry);
    case Kind.BURNED:
      sub(burned, burned, entry.previous);
      return;
    case Kind.MODULE_CALL:
      return undoModuleCall(entry.subject);
    default:
      undoAccount(changetype<Account>(entry.subject), entry);
  }
}

function undoFlags(account: Account, previous: u32): void {
  account.flags = (account.flags & ~ACCOUNT_UNDOABLE) | (previous & ACCOUNT_UNDOABLE);
}

function undoAccount(account: Account, entry: Entry): void {
  ensureLoaded(account);
  if (entry.kind == Kind.BALANCE) copyWord(account.balance, entry.previous);
  else if (entry.kind == Kind.DEBIT) add(account.balance, account.balance, entry.previous);
  else if (entry.kind == Kind.NONCE) account.nonce = entry.previous0;
  else {
    copyWord(account.codeHash, entry.previous);
    undoFlags(account, entry.metadata);
    account.code = 0;
  }
  markAccountDirty(account);
}

function undoSlotValue(slot: Slot, entry: Entry): void {
  markSlotLoaded(slot);
  copyWord(slot.value, entry.previous);
  slot.journaled = entry.metadata;
  markSlotDirty(slot);
}

function undoTransient(transient: Transient, entry: Entry): void {
  copyWord(transient.value, entry.previous);
  transient.journaled = entry.metadata;
}

/** Before the module call all changes were written to the TypeScript state, which holds those values again. */
function undoModuleCall(snapshot: u32): void {
  revertState(snapshot);
  invalidateValues();
  clearDirtyAccounts();
  clearDirtySlots();
}
