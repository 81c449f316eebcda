import { copyWord, storeWord, WORD_BYTES } from '../arithmetic/word';
import { isZero } from '../arithmetic/compare';
import { GAS_COLD_ACCOUNT, spend } from '../gas';
import { exhausted, loadAccount } from '../host';
import { ACCOUNT_INDEX, ACCOUNTS, DIRTY_ACCOUNTS, MAX_ACCOUNTS, TOUCHED_ACCOUNTS } from '../layout';
import { epoch, generation } from '../run';
import {
  Account,
  ACCOUNT_ALWAYS_WARM,
  ACCOUNT_BYTES,
  ACCOUNT_DIRTY,
  ACCOUNT_HAS_CODE,
  ACCOUNT_LISTED,
  ACCOUNT_OF_RUN,
  ACCOUNT_TOUCHED,
  ACCOUNT_WARM,
} from './account';
import { burn } from './burned';
import { journalAccountFlags, journalBalance, journalDebit, journalNonce } from './journal';
import { addWithCarry, increment, subWithBorrow } from '../arithmetic/add';
import { hashOfAddress, probesOf } from './table-hash';

/**
 * The table of accounts: records in order of first use, found through a hash index with open addressing and twice
 * as many buckets. A record keeps its address until the whole table is dropped between two runs.
 */
export let accountCount: u32 = 0;
export let touchedCount: u32 = 0;
export let dirtyAccountCount: u32 = 0;
/** Most accounts before the table was last cleared. */
let accountPeak: u32 = 0;

/** Bytes that the runs of this instance have written here; an account may be touched and dirty. */
export function writtenAccountBytes(): usize {
  return <usize>max<u32>(accountPeak, accountCount) * (ACCOUNT_BYTES + 2 * sizeof<u32>());
}

const INDEX_MASK: u32 = 2 * MAX_ACCOUNTS - 1;
const INDEX_SHIFT: u32 = clz(INDEX_MASK);

/** The account whose address is in the low 20 bytes of the word, ready for use in this run. */
export function findAccount(address: usize): Account {
  return ensureLoaded(recordOf(address));
}

/** The account that the last call of `accessAccount` has paid for. */
export let accessedAccount: Account = changetype<Account>(0);

/**
 * Pays for the use of an account (EIP-2929), and only then adds it to the table and to the access list and loads it:
 * whoever cannot pay makes nobody read the state. `address`: a word; `warmPrice`: gas for an account that is warm. Returns the gas
 * left.
 */
export function accessAccount(address: usize, warmPrice: i64, gas: i64): i64 {
  const entry = indexEntryOf(address);
  const known = changetype<Account>(load<u32>(entry));
  if (known && isWarm(known)) {
    accessedAccount = ensureLoaded(known);
    return spend(gas, warmPrice);
  }
  const left = spend(gas, GAS_COLD_ACCOUNT);
  if (left < 0) return left;
  accessedAccount = ensureLoaded(known ? known : addAccount(entry, address));
  changeFlags(accessedAccount, ACCOUNT_WARM);
  return left;
}

/** Makes an account warm in every run, before it is loaded. Loading it must set the same flag. */
export function markAlwaysWarm(address: usize): void {
  recordOf(address).flags |= ACCOUNT_ALWAYS_WARM;
}

function recordOf(address: usize): Account {
  const entry = indexEntryOf(address);
  const found = changetype<Account>(load<u32>(entry));
  return found ? found : addAccount(entry, address);
}

/** Address of the place in the index that refers to the account, or is empty and is to refer to it. */
function indexEntryOf(address: usize): usize {
  const limb0 = load<u64>(address);
  const limb1 = load<u64>(address, 8);
  const limb2 = load<u64>(address, 16) & 0xffffffff;
  let bucket = hashOfAddress(limb0, limb1, limb2) >> INDEX_SHIFT;
  while (true) {
    const entry = ACCOUNT_INDEX + ((<usize>bucket) << 2);
    const found = load<u32>(entry);
    if (found == 0) return entry;
    const account = changetype<Account>(found);
    if (account.address0 == limb0 && account.address1 == limb1 && account.address2 == limb2) return entry;
    bucket = (bucket + 1) & INDEX_MASK;
  }
}

/** Appends a record, which is not loaded yet: no generation is 0. */
function addAccount(entry: usize, address: usize): Account {
  if (accountCount == MAX_ACCOUNTS) exhausted();
  const account = accountAt(accountCount++);
  memory.fill(changetype<usize>(account), 0, ACCOUNT_BYTES);
  storeWord(account.address, load<u64>(address), load<u64>(address, 8), load<u64>(address, 16) & 0xffffffff, 0);
  store<u32>(entry, <u32>changetype<usize>(account));
  return account;
}

@inline
function accountAt(index: u32): Account {
  return changetype<Account>(ACCOUNTS + <usize>index * ACCOUNT_BYTES);
}

/** Drops all records. Only between runs. */
export function clearAccounts(): void {
  memory.fill(ACCOUNT_INDEX, 0, (<usize>(INDEX_MASK + 1)) << 2);
  accountPeak = max<u32>(accountPeak, accountCount);
  accountCount = 0;
}

/** Buckets that searches for all records look at together. */
export function accountProbes(): f64 {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < accountCount; i++) {
    const account = accountAt(i);
    const bucket = hashOfAddress(account.address0, account.address1, account.address2) >> INDEX_SHIFT;
    sum += probesOf(ACCOUNT_INDEX, INDEX_MASK, bucket, changetype<usize>(account));
  }
  return sum;
}

/** Loads the record when it is not up to date, and clears the flags of an earlier run. */
@inline
export function ensureLoaded(account: Account): Account {
  if (account.epoch != epoch) {
    account.epoch = epoch;
    account.flags &= ~ACCOUNT_OF_RUN;
  }
  if (account.generation != generation) reload(account);
  return account;
}

function reload(account: Account): void {
  account.code = 0;
  loadAccount(account);
  account.generation = generation;
}

/** Nonce 0, balance 0 and no code (EIP-161): the account counts as non-existent. */
@inline
export function isDead(account: Account): bool {
  return account.nonce == 0 && !account.has(ACCOUNT_HAS_CODE) && isZero(account.balance);
}

/** Whether access to the account costs the lower price (EIP-2929). The account need not be loaded. */
@inline
function isWarm(account: Account): bool {
  return account.has(ACCOUNT_ALWAYS_WARM) || (account.has(ACCOUNT_WARM) && account.epoch == epoch);
}

/** Sets flags of the run; a revert restores them. */
export function changeFlags(account: Account, flags: u32): void {
  if ((account.flags & flags) == flags) return;
  journalAccountFlags(account);
  account.flags |= flags;
}

/** Adds the account to the access list of the transaction (EIP-2929). */
export function warmAccount(account: Account): void {
  if (!isWarm(account)) changeFlags(account, ACCOUNT_WARM);
}

/** Marks the account as touched by the transaction (EIP-161). */
export function touch(account: Account): void {
  addToTouched(account);
  changeFlags(account, ACCOUNT_TOUCHED);
}

function addToTouched(account: Account): void {
  if (account.has(ACCOUNT_LISTED)) return;
  account.flags |= ACCOUNT_LISTED;
  store<u32>(TOUCHED_ACCOUNTS + touchedCount++ * sizeof<u32>(), <u32>changetype<usize>(account));
}

/** Marks the record as different from the TypeScript state. */
export function markAccountDirty(account: Account): void {
  addToTouched(account);
  if (account.has(ACCOUNT_DIRTY)) return;
  account.flags |= ACCOUNT_DIRTY;
  store<u32>(DIRTY_ACCOUNTS + dirtyAccountCount++ * sizeof<u32>(), <u32>changetype<usize>(account));
}

/** Takes wei, which the account must have. A revert undoes it, and `sumDebits` counts it. */
export function debit(account: Account, wei: usize): void {
  touch(account);
  journalDebit(account, wei);
  markAccountDirty(account);
  subWithBorrow(account.balance, account.balance, wei);
}

/** Sets the nonce of an account; a revert undoes it. */
export function setNonce(account: Account, nonce: u64): void {
  touch(account);
  journalNonce(account);
  markAccountDirty(account);
  account.nonce = nonce;
}

/** Transfers wei, which the sender must have. What the receiver cannot hold is burned. */
export function transfer(from: Account, to: Account, wei: usize): void {
  touch(to);
  if (isZero(wei) || from == to) return;
  debit(from, wei);
  journalBalance(to);
  markAccountDirty(to);
  if (addWithCarry(to.balance, to.balance, wei) != 0) burnExcess(to);
}

/** Wei that a balance cannot hold. */
const excess: usize = memory.data(WORD_BYTES, 8);

/**
 * Of a balance that has passed its largest value: only development networks have so much, where clients set balances.
 * Else the supply would no longer be the sum of all balances.
 */
function burnExcess(account: Account): void {
  copyWord(excess, account.balance);
  increment(excess);
  burn(excess);
  storeWord(account.balance, u64.MAX_VALUE, u64.MAX_VALUE, u64.MAX_VALUE, u64.MAX_VALUE);
}

/** Forgets which accounts were touched. */
export function clearTouched(): void {
  touchedCount = 0;
}

/** Marks all records as equal to the TypeScript state: after a flush, or a revert to one. */
export function clearDirtyAccounts(): void {
  for (let i: u32 = 0; i < dirtyAccountCount; i++) {
    changetype<Account>(load<u32>(DIRTY_ACCOUNTS + i * sizeof<u32>())).flags &= ~ACCOUNT_DIRTY;
  }
  dirtyAccountCount = 0;
}
