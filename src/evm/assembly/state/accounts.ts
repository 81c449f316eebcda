import { copyWord, storeWord } from '../arithmetic/word';
import { isZero } from '../arithmetic/compare';
import { GAS_COLD_ACCOUNT, GAS_WARM_ACCESS } from '../gas';
import { exhausted, loadAccount } from '../host';
import { ACCOUNT_INDEX, ACCOUNTS, BALANCES_BEFORE, DIRTY_ACCOUNTS, MAX_ACCOUNTS, TOUCHED_ACCOUNTS } from '../layout';
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
import { journalAccountFlags, journalBalance, journalNonce } from './journal';
import { addWithCarry, subWithBorrow } from '../arithmetic/add';
import { hashOfAddress, probesOf } from './table-hash';

/**
 * The table of accounts: records in order of first use, found through a hash index with open addressing and twice
 * as many buckets. A record keeps its address until the whole table is dropped between two runs.
 */
export let accountCount: u32 = 0;
export let touchedCount: u32 = 0;
export let dirtyAccountCount: u32 = 0;

const INDEX_MASK: u32 = 2 * MAX_ACCOUNTS - 1;
const INDEX_SHIFT: u32 = clz(INDEX_MASK);

/** The account whose address is in the low 20 bytes of the word, ready for use in this run. */
export function findAccount(address: usize): Account {
  const limb0 = load<u64>(address);
  const limb1 = load<u64>(address, 8);
  const limb2 = load<u64>(address, 16) & 0xffffffff;
  let bucket = hashOfAddress(limb0, limb1, limb2) >> INDEX_SHIFT;
  while (true) {
    const found = load<u32>(ACCOUNT_INDEX + ((<usize>bucket) << 2));
    if (found == 0) return addAccount(bucket, limb0, limb1, limb2);
    const account = changetype<Account>(found);
    if (account.address0 == limb0 && account.address1 == limb1 && account.address2 == limb2)
      return ensureLoaded(account);
    bucket = (bucket + 1) & INDEX_MASK;
  }
}

function addAccount(bucket: u32, limb0: u64, limb1: u64, limb2: u64): Account {
  if (accountCount == MAX_ACCOUNTS) exhausted();
  const account = accountAt(accountCount++);
  memory.fill(changetype<usize>(account), 0, ACCOUNT_BYTES);
  storeWord(account.address, limb0, limb1, limb2, 0);
  store<u32>(ACCOUNT_INDEX + ((<usize>bucket) << 2), <u32>changetype<usize>(account));
  return ensureLoaded(account);
}

@inline
function accountAt(index: u32): Account {
  return changetype<Account>(ACCOUNTS + <usize>index * ACCOUNT_BYTES);
}

/** Drops all records. Only between runs. */
export function clearAccounts(): void {
  memory.fill(ACCOUNT_INDEX, 0, (<usize>(INDEX_MASK + 1)) << 2);
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

/** Whether access to the account costs the lower price (EIP-2929). */
@inline
export function isWarm(account: Account): bool {
  return account.has(ACCOUNT_WARM | ACCOUNT_ALWAYS_WARM);
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

/** Price of using the account, which is warm from then on (EIP-2929). */
export function accountAccessCost(account: Account): i64 {
  if (isWarm(account)) return GAS_WARM_ACCESS;
  warmAccount(account);
  return GAS_COLD_ACCOUNT;
}

/** Marks the account as touched by the transaction (EIP-161). */
export function touch(account: Account): void {
  addToTouched(account);
  changeFlags(account, ACCOUNT_TOUCHED);
}

function addToTouched(account: Account): void {
  if (account.has(ACCOUNT_LISTED)) return;
  account.flags |= ACCOUNT_LISTED;
  store<u32>(TOUCHED_ACCOUNTS + touchedCount * sizeof<u32>(), <u32>changetype<usize>(account));
  copyWord(balanceBefore(touchedCount++), account.balance);
}

/** Address of the balance that a touched account had before the run. */
@inline
export function balanceBefore(index: u32): usize {
  return BALANCES_BEFORE + ((<usize>index) << 5);
}

/** The touched account at this place of the list. */
@inline
export function touchedAt(index: u32): Account {
  return changetype<Account>(load<u32>(TOUCHED_ACCOUNTS + index * sizeof<u32>()));
}

/** Marks the record as different from the TypeScript state. */
export function markAccountDirty(account: Account): void {
  addToTouched(account);
  if (account.has(ACCOUNT_DIRTY)) return;
  account.flags |= ACCOUNT_DIRTY;
  store<u32>(DIRTY_ACCOUNTS + dirtyAccountCount++ * sizeof<u32>(), <u32>changetype<usize>(account));
}

/** Journals the balance before a change to it. */
export function changeBalance(account: Account): void {
  touch(account);
  journalBalance(account);
  markAccountDirty(account);
}

/** Sets the nonce of an account; a revert undoes it. */
export function setNonce(account: Account, nonce: u64): void {
  touch(account);
  journalNonce(account);
  markAccountDirty(account);
  account.nonce = nonce;
}

/** Transfers wei, which the sender must have. */
export function transfer(from: Account, to: Account, wei: usize): void {
  touch(to);
  if (isZero(wei) || from == to) return;
  changeBalance(from);
  subWithBorrow(from.balance, from.balance, wei);
  changeBalance(to);
  addWithCarry(to.balance, to.balance, wei);
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
