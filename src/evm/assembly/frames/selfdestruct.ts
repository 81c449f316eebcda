import { Halt } from '../generated/enums';
import { isZero } from '../arithmetic/compare';
import { copyWord, WORD_BYTES } from '../arithmetic/word';
import { GAS_NEW_ACCOUNT, spend } from '../gas';
import { halt } from '../halt';
import { traceSelfdestruct } from '../host';
import { isTracing } from '../run';
import { Account, ACCOUNT_CREATED, ACCOUNT_DESTROYED } from '../state/account';
import {
  accessAccount,
  accessedAccount,
  changeFlags,
  debit,
  ensureLoaded,
  isDead,
  touch,
  transfer,
} from '../state/accounts';
import { burn } from '../state/burned';
import { Frame } from './frame';

const wei: usize = memory.data(WORD_BYTES, 8);

/**
 * SELFDESTRUCT: transfers the whole balance to the account on top of the stack. The contract is removed, at the end of
 * the transaction, only when the same transaction created it (EIP-6780). Returns the gas left.
 */
export function selfdestructOp(frame: Frame, beneficiaryAddress: usize, gas: i64): i64 {
  if (frame.isStatic) return halt(Halt.WRITE_PROTECTION);
  const account = ensureLoaded(frame.account);
  let left = accessAccount(beneficiaryAddress, 0, gas);
  if (left < 0) return left;
  const beneficiary = accessedAccount;
  if (isDead(beneficiary) && !isZero(account.balance)) left = spend(left, GAS_NEW_ACCOUNT);
  if (left < 0) return left;
  if (isTracing) traceSelfdestruct(frame, beneficiary);
  moveWholeBalance(account, beneficiary);
  if (account.has(ACCOUNT_CREATED)) changeFlags(account, ACCOUNT_DESTROYED);
  return left;
}

function moveWholeBalance(account: Account, beneficiary: Account): void {
  copyWord(wei, account.balance);
  if (beneficiary != account) return transfer(account, beneficiary, wei);
  touch(account);
  if (!account.has(ACCOUNT_CREATED)) return;
  burn(wei);
  debit(account, wei);
}
