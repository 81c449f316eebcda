import { Signal } from './generated/enums';
import { isBelow, isZero } from './arithmetic/compare';
import { mul } from './arithmetic/multiply';
import { copyWord, storeWord, WORD_BYTES } from './arithmetic/word';
import { isDelegated } from './code/account-code';
import { COINBASE, GAS_PRICE, ORIGIN } from './environment';
import { frameAt } from './frames/frame';
import { markAccountWarm, markSlotWarm, runCall } from './message';
import { refund } from './run';
import { Account, ACCOUNT_DESTROYED, ACCOUNT_HAS_CODE, ACCOUNT_IS_NATIVE, ACCOUNT_TOUCHED } from './state/account';
import {
  ensureLoaded,
  findAccount,
  isDead,
  setNonce,
  touchedAt,
  touchedCount,
  transfer,
  warmAccount,
} from './state/accounts';
import { burned } from './state/burned';
import { rollback } from './state/journal';
import { Transaction } from './transaction-record';

/*
 * Plain transactions: calls of an account that is neither native nor delegated, by a sender without code that pays in
 * the coin of the chain. They are checked, charged, run and settled here, and what they change is written to the
 * TypeScript state when that is needed, not after each. Whatever else occurs, the transaction is undone, and TypeScript
 * executes it instead (src/evm/transaction/apply-transaction.ts); so the two need to agree on plain ones only.
 */

/* How a transaction ended. */

export const DONE: i32 = 0;
/** It was not begun, because it is not plain, or not valid. Nothing has changed. */
export const NOT_BEGUN: i32 = 1;
/** It came to something that is not plain, and was undone. */
export const NOT_PLAIN: i32 = 2;
/** Its logs are too long to be read at once, and it was undone. */
export const LONG_LOGS: i32 = 3;
/** It is done, and an account that it touched is empty now: where the TypeScript state has it, it is not plain. */
export const TOUCHED_DEAD: i32 = 4;

/** EIP-3529: at most a fifth of the gas used is refunded. */
const REFUND_QUOTIENT: i64 = 5;

const unused: usize = memory.data(WORD_BYTES, 8);

/** Executes a transaction. Writes to its record how its message ended, and what it paid. */
export function runTransaction(tx: Transaction, collector: Account): i32 {
  const sender = ensureLoaded(tx.sender);
  const target = ensureLoaded(tx.target);
  if (!isPlain(tx, sender, target)) return NOT_BEGUN;
  copyWord(ORIGIN, sender.address);
  copyWord(GAS_PRICE, tx.gasPrice);
  warmAccount(sender);
  warmAccount(target);
  warmAccount(findAccount(COINBASE));
  warmListed(tx);
  if (!isZero(tx.prepaid)) transfer(sender, ensureLoaded(collector), tx.prepaid);
  setNonce(sender, tx.nonce + 1);
  const gas = tx.gasLimit - tx.intrinsic;
  tx.signal = runCall(sender, target, tx.value, gas, tx.input, tx.inputLength);
  tx.gasPaid = max<i64>(gasAfterRefund(tx.signal, tx.gasLimit), tx.floor);
  storeWord(unused, tx.gasLimit - tx.gasPaid, 0, 0, 0);
  mul(unused, unused, GAS_PRICE);
  if (!isZero(unused)) transfer(collector, sender, unused);
  const ending = isZero(burned) ? endingOf() : NOT_PLAIN;
  if (ending == NOT_PLAIN) undoTransaction();
  return ending;
}

function isPlain(tx: Transaction, sender: Account, target: Account): bool {
  if (sender.nonce != tx.nonce || sender.has(ACCOUNT_HAS_CODE) || isBelow(sender.balance, tx.mostCost)) return false;
  return !target.has(ACCOUNT_IS_NATIVE) && !isDelegated(target);
}

/** Makes warm what the transaction lists (EIP-2930). */
function warmListed(tx: Transaction): void {
  for (let at = tx.list; at < tx.listEnd; ) {
    const account = changetype<Account>(load<u32>(at));
    const keys = load<u32>(at, 4);
    markAccountWarm(account);
    at += 8;
    for (const end = at + keys * WORD_BYTES; at < end; at += WORD_BYTES) markSlotWarm(account, at);
  }
}

function gasAfterRefund(signal: i32, gasLimit: i64): i64 {
  const root = frameAt(0);
  const left = signal == Signal.SUCCESS || signal == Signal.REVERT ? root.gas : 0;
  const used = gasLimit - left;
  return used - min<i64>(signal == Signal.SUCCESS ? refund : 0, used / REFUND_QUOTIENT);
}

/** Looks for contracts that destroyed themselves, and for dead accounts. */
function endingOf(): i32 {
  let ending = DONE;
  for (let i: u32 = 0; i < touchedCount; i++) {
    const account = touchedAt(i);
    if (account.has(ACCOUNT_DESTROYED)) return NOT_PLAIN;
    if (account.has(ACCOUNT_TOUCHED) && isDead(account)) ending = TOUCHED_DEAD;
  }
  return ending;
}

/** Undoes the transaction; earlier ones stay as they are. */
export function undoTransaction(): void {
  rollback(1);
}
