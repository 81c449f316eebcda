import { FrameKind } from './generated/enums';
import { isBelow } from './arithmetic/compare';
import { clearWord, copyWord } from './arithmetic/word';
import { codeAccountOf } from './code/account-code';
import { Handler } from './code/handler';
import { Instruction } from './code/instruction';
import { createAddress } from './frames/create-address';
import { resumeFrame, runFrames } from './frames/run-frames';
import { writtenStackBytes } from './frames/start';
import { Frame, frameAt } from './frames/frame';
import { memoryPeak, reserveUsualMemory } from './interpreter/memory';
import {
  BAD_JUMP,
  LOGS,
  MAX_ACCOUNTS,
  MAX_SLOTS,
  MEMORY_START,
  MESSAGE_VALUE,
  SCRATCH,
  STACK_TOP,
  STATIC_DATA_END,
} from './layout';
import { areCountersHigh, beginEpoch, beginSlices, resetCounters, setRefund } from './run';
import { Account } from './state/account';
import {
  accountCount,
  clearTouched,
  clearAccounts,
  findAccount,
  clearDirtyAccounts,
  ensureLoaded,
  setNonce,
  transfer,
  warmAccount,
  writtenAccountBytes,
} from './state/accounts';
import { burned } from './state/burned';
import { clearJournal, rollback, writtenJournalBytes } from './state/journal';
import { truncateLogs, writtenLogBytes } from './state/logs';
import { clearSlots, findSlot, clearDirtySlots, slotCount, warmSlot, writtenSlotBytes } from './state/slots';
import { renewHashKeys } from './state/table-hash';
import { clearTransients, writtenTransientBytes } from './state/transient';

/** Called once per instance. */
export function initialize(): void {
  reserveUsualMemory();
  renewHashKeys();
  if (__heap_base > STATIC_DATA_END) unreachable(); // the compiler's static data reaches into the tables
  changetype<Instruction>(BAD_JUMP).handler = <u16>Handler.BAD_JUMP;
}

/**
 * Bytes that the runs of this instance have written to what grows with gas, without codes and what the layout keeps small.
 * Pages once written stay in physical memory until the instance is dropped.
 */
export function writtenBytes(): usize {
  const frames = memoryPeak - MEMORY_START + writtenStackBytes();
  const records = writtenAccountBytes() + writtenSlotBytes() + writtenTransientBytes();
  return frames + records + writtenJournalBytes() + writtenLogBytes();
}

/** Makes an account warm from the start (EIP-2929, EIP-2930, EIP-3651). */
export function markAccountWarm(account: Account): void {
  warmAccount(ensureLoaded(account));
}

/** Makes a slot of an account warm from the start (EIP-2930). */
export function markSlotWarm(account: Account, key: usize): void {
  warmSlot(findSlot(account, key));
}

/** Increments the nonce of the account. */
export function incrementNonce(account: Account): void {
  setNonce(ensureLoaded(account), account.nonce + 1);
}

/** Moves wei, whose amount is in SCRATCH, and returns true; false, and no change, when there are not enough. */
export function pay(from: Account, to: Account): bool {
  if (isBelow(ensureLoaded(from).balance, SCRATCH)) return false;
  transfer(from, ensureLoaded(to), SCRATCH);
  return true;
}

/** Undoes the whole run. Loaded values equal the TypeScript state again, and nothing is to be written there. */
export function revertRun(): void {
  rollback(1);
  clearDirtyAccounts();
  clearDirtySlots();
}

/** Prepares a run. Returns whether it dropped the tables, too: addresses of records are then invalid. */
export function beginRun(fork: i32, slice: i64, refund: i64): bool {
  clearDirtyAccounts();
  clearDirtySlots();
  const isToBeCleared = areTablesHalfFull();
  if (isToBeCleared) clearTables();
  beginSlices(fork, slice);
  beginEpoch();
  clearJournal();
  clearTouched();
  clearTransients();
  clearWord(burned);
  setRefund(refund);
  truncateLogs(LOGS);
  return isToBeCleared;
}

/** Whether the tables are to be dropped before the next run. */
function areTablesHalfFull(): bool {
  return accountCount > MAX_ACCOUNTS / 2 || slotCount > MAX_SLOTS / 2 || areCountersHigh();
}

/** Drops all accounts and slots, and counts from the beginning again. Only between runs. */
export function clearTables(): void {
  clearAccounts();
  clearSlots();
  clearTransients();
  renewHashKeys();
  resetCounters();
}

/**
 * Runs the message whose input is at MEMORY_START and whose value is at MESSAGE_VALUE: a call of `target`, or a
 * creation when there is none. Returns how it ended.
 */
export function runMessage(caller: Account, target: Account | null, gas: i64, inputLength: u32): i32 {
  const root = frameAt(0);
  root.depth = 0;
  root.isStatic = false;
  root.stackTop = STACK_TOP;
  root.memory = behind(MEMORY_START, inputLength);
  const account = accountOf(caller, target);
  return runFrame(root, kindOf(target), caller, account, gas, MEMORY_START, inputLength);
}

/**
 * Runs a message for the native contract of a frame that waits, one level deeper and as a part of the same transaction:
 * transient storage, warm accounts, created contracts, refunds and the journal are shared. The input is where the memory
 * of `parent` begins, which native contracts do not use; the value is at MESSAGE_VALUE. Returns how it ended.
 */
export function runInner(parent: Frame, caller: Account, target: Account | null, gas: i64, inputLength: u32): i32 {
  const account = accountOf(caller, target);
  warmAccount(ensureLoaded(caller));
  warmAccount(ensureLoaded(account));
  const child = frameAt(parent.depth + 1);
  child.depth = parent.depth + 1;
  child.isStatic = parent.isStatic;
  child.stackTop = parent.sp;
  child.memory = behind(parent.memory, inputLength);
  const signal = runFrame(child, kindOf(target), caller, account, gas, parent.memory, inputLength);
  resumeFrame(parent);
  return signal;
}

@inline
function kindOf(target: Account | null): u32 {
  return target ? <u32>FrameKind.CALL : <u32>FrameKind.CREATE;
}

/** The account that a message calls or creates. */
function accountOf(caller: Account, target: Account | null): Account {
  return target ? ensureLoaded(target) : findAccount(createAddress(ensureLoaded(caller)));
}

/** The address behind an input at which the memory of a frame may begin. */
@inline
function behind(input: usize, length: u32): usize {
  return (input + length + 31) & ~31;
}

/** Runs the frame, whose place is prepared, for a message. Returns how it ended. */
function runFrame(
  frame: Frame,
  kind: u32,
  caller: Account,
  account: Account,
  gas: i64,
  input: usize,
  inputLength: u32,
): i32 {
  frame.kind = kind;
  frame.gas = gas;
  frame.caller = caller;
  frame.account = account;
  frame.target = account;
  frame.codeAccount = codeAccountOf(account);
  copyWord(frame.value, MESSAGE_VALUE);
  frame.input = input;
  frame.inputLength = inputLength;
  return runFrames(frame);
}
