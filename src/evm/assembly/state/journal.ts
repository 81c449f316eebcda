import { subWithBorrow } from '../arithmetic/add';
import { copyWord } from '../arithmetic/word';
import { exhausted, revertState } from '../host';
import { JOURNAL, MAX_JOURNAL } from '../layout';
import { invalidateValues } from '../run';
import { Account, ACCOUNT_UNDOABLE } from './account';
import { forgetDirtyAccounts, fresh, markAccountDirty } from './accounts';
import { burned } from './burned';
import { Slot, SLOT_WARM } from './slot';
import { forgetDirtySlots, markSlotDirty, stampSlot } from './slots';
import { Transient } from './transient';

/** What an entry brings back. */
const enum Kind {
  ACCOUNT_FLAGS,
  BALANCE,
  NONCE,
  CODE_HASH,
  SLOT_WARMTH,
  SLOT_VALUE,
  TRANSIENT_VALUE,
  BURNED,
  /** everything a native module did to the TypeScript state */
  MODULE_CALL,
}

/** How to undo one change: before a change, its entry is pushed; a revert walks the entries backwards. */
@unmanaged
class Entry {
  kind: u32;
  /** address of the record that changed; of a module call, the snapshot */
  subject: u32;
  /** earlier flags, or the earlier `journaled` of the record */
  note: u32;
  reserved: u32;
  earlier0: u64;
  earlier1: u64;
  earlier2: u64;
  earlier3: u64;

  @inline
  get earlier(): usize {
    return changetype<usize>(this) + offsetof<Entry>('earlier0');
  }
}

export const ENTRY_BYTES: usize = offsetof<Entry>();

/** Position of the next entry. Positions count from 1, so that 0 is before any of them. */
export let journalEnd: u32 = 1;

/** Highest position there ever was in this instance. */
export let journalPeak: u32 = 1;

export function clearJournal(): void {
  rememberPeak();
  journalEnd = 1;
}

@inline
function rememberPeak(): void {
  journalPeak = max<u32>(journalPeak, journalEnd);
}

@inline
function entryAt(position: u32): Entry {
  return changetype<Entry>(JOURNAL + <usize>position * ENTRY_BYTES);
}

function push(kind: u32, subject: usize, note: u32): Entry {
  if (journalEnd == MAX_JOURNAL) exhausted();
  const entry = entryAt(journalEnd++);
  entry.kind = kind;
  entry.subject = <u32>subject;
  entry.note = note;
  return entry;
}

export function journalAccountFlags(account: Account): void {
  push(Kind.ACCOUNT_FLAGS, changetype<usize>(account), account.flags);
}

export function journalBalance(account: Account): void {
  copyWord(push(Kind.BALANCE, changetype<usize>(account), 0).earlier, account.balance);
}

export function journalNonce(account: Account): void {
  push(Kind.NONCE, changetype<usize>(account), 0).earlier0 = account.nonce;
}

export function journalCodeHash(account: Account): void {
  copyWord(push(Kind.CODE_HASH, changetype<usize>(account), account.flags).earlier, account.codeHash);
}

export function journalSlotWarmth(slot: Slot): void {
  push(Kind.SLOT_WARMTH, changetype<usize>(slot), 0);
}

export function journalSlotValue(slot: Slot): void {
  copyWord(push(Kind.SLOT_VALUE, changetype<usize>(slot), slot.journaled).earlier, slot.value);
  slot.journaled = journalEnd - 1;
}

export function journalTransient(transient: Transient): void {
  copyWord(push(Kind.TRANSIENT_VALUE, changetype<usize>(transient), transient.journaled).earlier, transient.value);
  transient.journaled = journalEnd - 1;
}

export function journalBurn(wei: usize): void {
  copyWord(push(Kind.BURNED, 0, 0).earlier, wei);
}

export function journalModuleCall(snapshot: u32): void {
  push(Kind.MODULE_CALL, snapshot, 0);
}

/** Undoes everything since the position. */
export function rollback(position: u32): void {
  rememberPeak();
  while (journalEnd > position) undo(entryAt(--journalEnd));
}

function undo(entry: Entry): void {
  switch (entry.kind) {
    case Kind.ACCOUNT_FLAGS:
      return undoFlags(changetype<Account>(entry.subject), entry.note);
    case Kind.SLOT_WARMTH:
      changetype<Slot>(entry.subject).flags &= ~SLOT_WARM;
      return;
    case Kind.SLOT_VALUE:
      return undoSlotValue(changetype<Slot>(entry.subject), entry);
    case Kind.TRANSIENT_VALUE:
      return undoTransient(changetype<Transient>(entry.subject), entry);
    case Kind.BURNED:
      subWithBorrow(burned, burned, entry.earlier);
      return;
    case Kind.MODULE_CALL:
      return undoModuleCall(entry.subject);
    default:
      undoAccount(changetype<Account>(entry.subject), entry);
  }
}

function undoFlags(account: Account, earlier: u32): void {
  account.flags = (account.flags & ~ACCOUNT_UNDOABLE) | (earlier & ACCOUNT_UNDOABLE);
}

function undoAccount(account: Account, entry: Entry): void {
  fresh(account);
  if (entry.kind == Kind.BALANCE) copyWord(account.balance, entry.earlier);
  else if (entry.kind == Kind.NONCE) account.nonce = entry.earlier0;
  else {
    copyWord(account.codeHash, entry.earlier);
    undoFlags(account, entry.note);
    account.code = 0;
  }
  markAccountDirty(account);
}

function undoSlotValue(slot: Slot, entry: Entry): void {
  stampSlot(slot);
  copyWord(slot.value, entry.earlier);
  slot.journaled = entry.note;
  markSlotDirty(slot);
}

function undoTransient(transient: Transient, entry: Entry): void {
  copyWord(transient.value, entry.earlier);
  transient.journaled = entry.note;
}

/** Before the module ran, all changes were written to the TypeScript state: it has the values of that moment again. */
function undoModuleCall(snapshot: u32): void {
  revertState(snapshot);
  invalidateValues();
  forgetDirtyAccounts();
  forgetDirtySlots();
}
