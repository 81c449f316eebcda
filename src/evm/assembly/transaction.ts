import { Signal } from './generated/enums';
import { isBelow, isZero } from './arithmetic/compare';
import { mul } from './arithmetic/multiply';
import { copyWord, storeWord, WORD_BYTES } from './arithmetic/word';
import { isDelegated } from './code/account-code';
import { COINBASE, GAS_PRICE, ORIGIN } from './environment';
import { frameAt } from './frames/frame';
import { MOST_COST, PREPAID } from './layout';
import { runMessage } from './message';
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

/*
 * Plain transactions: calls of an account that is neither native nor delegated, by a sender without code that pays in
 * the coin of the chain. They are checked, charged, run and settled here, and what they change is written to the
 * TypeScript state when that is needed, not after each. Whatever else occurs, the transaction is undone, and TypeScript
 * executes it instead (src/evm/transaction/apply-transaction.ts); so the two need to agree on plain ones only.
 */

/** Instead of a Signal: the transaction was not begun, because it is not plain, or not valid. Nothing has changed. */
export const NOT_BEGUN: i32 = -1;

/** Instead of a Signal: it came to something that is not plain, and was undone. */
export const NOT_PLAIN: i32 = -2;

/** EIP-3529: at most a fifth of the gas used is refunded. */
const REFUND_QUOTIENT: i64 = 5;

/** Gas that the sender has paid for. */
export let gasPaid: i64 = 0;

/** Whether an account that was touched is empty now: where the TypeScript state has it, it is to be removed. */
export let hasTouchedDead: bool = false;

const unused: usize = memory.data(WORD_BYTES, 8);

/**
 * Executes a transaction whose input is at MEMORY_START, and whose words are in the environment and at MESSAGE_VALUE,
 * PREPAID and MOST_COST. What it lists (EIP-2930) has been warmed. Returns how it ended, NOT_BEGUN or NOT_PLAIN.
 */
export function runTransaction(
  sender: Account,
  target: Account,
  collector: Account,
  nonce: u64,
  gasLimit: i64,
  intrinsic: i64,
  floor: i64,
  inputLength: u32,
): i32 {
  if (!isPlain(ensureLoaded(sender), ensureLoaded(target), nonce)) {
    undoTransaction();
    return NOT_BEGUN;
  }
  copyWord(ORIGIN, sender.address);
  warmAccount(sender);
  warmAccount(target);
  warmAccount(findAccount(COINBASE));
  if (!isZero(PREPAID)) transfer(sender, ensureLoaded(collector), PREPAID);
  setNonce(sender, nonce + 1);
  const signal = runMessage(sender, target, gasLimit - intrinsic, inputLength);
  gasPaid = max<i64>(gasAfterRefund(signal, gasLimit), floor);
  storeWord(unused, gasLimit - gasPaid, 0, 0, 0);
  mul(unused, unused, GAS_PRICE);
  if (!isZero(unused)) transfer(collector, sender, unused);
  if (isZero(burned) && !hasDestroyed()) return signal;
  undoTransaction();
  return NOT_PLAIN;
}

function isPlain(sender: Account, target: Account, nonce: u64): bool {
  if (sender.nonce != nonce || sender.has(ACCOUNT_HAS_CODE) || isBelow(sender.balance, MOST_COST)) return false;
  return !target.has(ACCOUNT_IS_NATIVE) && !isDelegated(target);
}

function gasAfterRefund(signal: i32, gasLimit: i64): i64 {
  const root = frameAt(0);
  const left = signal == Signal.SUCCESS || signal == Signal.REVERT ? root.gas : 0;
  const used = gasLimit - left;
  return used - min<i64>(signal == Signal.SUCCESS ? refund : 0, used / REFUND_QUOTIENT);
}

/** Whether a contract has destroyed itself; looks for dead accounts, too. */
function hasDestroyed(): bool {
  hasTouchedDead = false;
  for (let i: u32 = 0; i < touchedCount; i++) {
    const account = touchedAt(i);
    if (account.has(ACCOUNT_DESTROYED)) return true;
    if (account.has(ACCOUNT_TOUCHED) && isDead(account)) hasTouchedDead = true;
  }
  return false;
}

/** Undoes the transaction; earlier ones stay as they are. */
export function undoTransaction(): void {
  rollback(1);
}
