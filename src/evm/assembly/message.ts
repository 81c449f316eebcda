import { FrameKind } from './generated/enums';
import { clearWord, copyWord } from './arithmetic/word';
import { codeHolderOf } from './code/cache';
import { Handler } from './code/handler';
import { Instruction } from './code/instruction';
import { createAddress } from './frames/create-address';
import { drive } from './frames/drive';
import { frameAt } from './frames/frame';
import { reserveMemory } from './interpreter/memory';
import { BAD_JUMP, LOGS, MAX_ACCOUNTS, MAX_SLOTS, MEMORY_START, STACK_TOP, STATIC_DATA_END } from './layout';
import { beginEpoch } from './run';
import { Account } from './state/account';
import {
  accountCount,
  clearTouched,
  dropAccounts,
  findAccount,
  forgetDirtyAccounts,
  fresh,
  setNonce,
  warmAccount,
} from './state/accounts';
import { burned } from './state/burned';
import { clearJournal, ENTRY_BYTES, journalPeak, rollback } from './state/journal';
import { logsPeak, truncateLogs } from './state/logs';
import { dropSlots, findSlot, forgetDirtySlots, slotCount } from './state/slots';
import { warmSlot } from './state/storage';
import { dropTransients, TRANSIENT_BYTES, transientPeak } from './state/transient';

/** Once per instance. */
export function initialize(): void {
  reserveMemory(MEMORY_START);
  if (__heap_base > STATIC_DATA_END) unreachable(); // the compiler's static data reaches into the tables
  changetype<Instruction>(BAD_JUMP).handler = <u16>Handler.BAD_JUMP;
}

/**
 * Bytes that exceptional runs ever wrote to beyond what ordinary ones need: pages once written stay in physical memory
 * until the instance is thrown away.
 */
export function peakBytes(): usize {
  const frames = ((<usize>memory.size()) << 16) - MEMORY_START;
  return frames + <usize>journalPeak * ENTRY_BYTES + <usize>transientPeak * TRANSIENT_BYTES + (logsPeak - LOGS);
}

/** Makes an account warm from the start (EIP-2929, EIP-2930, EIP-3651). */
export function warm(account: Account): void {
  warmAccount(fresh(account));
}

/** Makes a slot of an account warm from the start (EIP-2930). */
export function warmKey(account: Account, key: usize): void {
  warmSlot(findSlot(account, key));
}

/** Counts the message itself, as a transaction would be. */
export function countNonce(account: Account): void {
  setNonce(fresh(account), account.nonce + 1);
}

/** Undoes the whole run: the TypeScript state stands for what it has loaded, and nothing is to be written there. */
export function takeBack(): void {
  rollback(1);
  forgetDirtyAccounts();
  forgetDirtySlots();
}

/** Forgets the run before. Returns whether the tables were dropped as well: addresses of records are void then. */
export function begin(fork: i32, slice: i64, refund: i64): bool {
  beginEpoch(fork, slice, refund);
  clearJournal();
  clearTouched();
  forgetDirtySlots();
  truncateLogs(LOGS);
  dropTransients();
  clearWord(burned);
  const isCrowded = accountCount > MAX_ACCOUNTS / 2 || slotCount > MAX_SLOTS / 2;
  if (isCrowded) dropTables();
  return isCrowded;
}

/** Drops all accounts and slots. Only between runs. */
export function dropTables(): void {
  dropAccounts();
  dropSlots();
}

/**
 * Runs the message whose input lies at MEMORY_START: a call of `target`, or a creation when there is none. Returns how
 * it ended; Signal.SLICE for a pause.
 */
export function runMessage(caller: Account, target: Account | null, value: usize, gas: i64, inputLength: u32): i32 {
  const root = frameAt(0);
  const account = target ? fresh(target) : findAccount(createAddress(fresh(caller)));
  root.kind = target ? <u32>FrameKind.CALL : <u32>FrameKind.CREATE;
  root.depth = 0;
  root.isStatic = false;
  root.gas = gas;
  root.caller = caller;
  root.account = account;
  root.target = account;
  root.codeHolder = codeHolderOf(account);
  copyWord(root.value, value);
  root.input = MEMORY_START;
  root.inputLength = inputLength;
  root.stackTop = STACK_TOP;
  root.memory = (MEMORY_START + inputLength + 31) & ~31;
  return drive(root);
}
