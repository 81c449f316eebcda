import { isEqual } from './arithmetic/compare';
import { copyWord } from './arithmetic/word';
import { exhausted } from './host';
import { BALANCE_CHANGES, BALANCE_CHANGES_END, BLOOMS, LOGS } from './layout';
import { beginTransaction } from './message';
import { Account } from './state/account';
import { balanceBefore, touchedAt, touchedCount } from './state/accounts';
import { BLOOM_BYTES, writeBloom } from './state/bloom';
import { logsEnd, truncateLogs } from './state/logs';
import { DONE, LONG_LOGS, NOT_BEGUN, runTransaction, TOUCHED_DEAD, undoTransaction } from './transaction';
import { Transaction, transactionAt } from './transaction-record';

/** A balance that a transaction has changed: the address of the account's record, the balance before and after it. */
@unmanaged
class BalanceChange {
  account: Account;
  reserved: u32;
  before0: u64;
  before1: u64;
  before2: u64;
  before3: u64;
  after0: u64;
  after1: u64;
  after2: u64;
  after3: u64;
}

export const CHANGE_BYTES: usize = offsetof<BalanceChange>();
export const CHANGE_BEFORE: i32 = offsetof<BalanceChange>('before0');
export const CHANGE_AFTER: i32 = offsetof<BalanceChange>('after0');

/** The transaction that is being executed, or the first that was not. */
export let transactionIndex: u32 = 0;

/** Gas that the transactions may still use. */
let gasLeft: i64 = 0;

let changesEnd: usize = BALANCE_CHANGES;

/** Before the first of some transactions that together may use so much gas. */
export function beginTransactions(gas: i64): void {
  truncateLogs(LOGS);
  changesEnd = BALANCE_CHANGES;
  gasLeft = gas;
}

/**
 * Executes the transactions from `first` to `count`, as long as they are plain, their gas limit is not above what the
 * earlier ones have left, and the logs of all are not longer than `maxLogBytes`. Returns how the last ended, that at
 * `transactionIndex`.
 */
export function runTransactions(first: u32, count: u32, collector: Account, maxLogBytes: u32): i32 {
  for (transactionIndex = first; transactionIndex < count; transactionIndex++) {
    const tx = transactionAt(transactionIndex);
    if (tx.gasLimit > gasLeft) return NOT_BEGUN;
    const ending = runNext(tx, collector, maxLogBytes);
    if (ending != DONE) return ending;
  }
  return DONE;
}

function runNext(tx: Transaction, collector: Account, maxLogBytes: u32): i32 {
  tx.logs = logsEnd;
  tx.changes = changesEnd;
  beginTransaction();
  const ending = runTransaction(tx, collector);
  if (ending != DONE && ending != TOUCHED_DEAD) return ending;
  if (logsEnd - LOGS > maxLogBytes) {
    undoTransaction();
    return LONG_LOGS;
  }
  if (logsEnd != tx.logs) writeBloom(BLOOMS + <usize>transactionIndex * BLOOM_BYTES, tx.logs);
  writeChanges(collector);
  tx.logsEnd = logsEnd;
  tx.changesEnd = changesEnd;
  gasLeft -= tx.gasPaid;
  return ending;
}

/** Writes the balances that the transaction has changed, without that of the collector. */
function writeChanges(collector: Account): void {
  for (let i: u32 = 0; i < touchedCount; i++) {
    const account = touchedAt(i);
    const before = balanceBefore(i);
    if (account == collector || isEqual(account.balance, before)) continue;
    if (changesEnd + CHANGE_BYTES > BALANCE_CHANGES_END) exhausted();
    store<u32>(changesEnd, <u32>changetype<usize>(account));
    copyWord(changesEnd + CHANGE_BEFORE, before);
    copyWord(changesEnd + CHANGE_AFTER, account.balance);
    changesEnd += CHANGE_BYTES;
  }
}
