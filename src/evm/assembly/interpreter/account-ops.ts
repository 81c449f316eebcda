import { clearWord, copyWord, storeWord } from '../arithmetic/word';
import { codeLength } from '../code/account-code';
import { spend } from '../gas';
import { accountAccessCost, findAccount, isDead } from '../state/accounts';

/** BALANCE: replaces the address by the balance. Returns the gas left. */
export function balanceOp(word: usize, gas: i64): i64 {
  const account = findAccount(word);
  const left = spend(gas, accountAccessCost(account));
  copyWord(word, account.balance);
  return left;
}

/** EXTCODESIZE: replaces the address by the length of the code. Returns the gas left. */
export function extCodeSizeOp(word: usize, gas: i64): i64 {
  const account = findAccount(word);
  const left = spend(gas, accountAccessCost(account));
  if (left >= 0) storeWord(word, codeLength(account), 0, 0, 0);
  return left;
}

/** EXTCODEHASH: replaces the address by the hash of the code, 0 for a dead account (EIP-1052). Returns the gas left. */
export function extCodeHashOp(word: usize, gas: i64): i64 {
  const account = findAccount(word);
  const left = spend(gas, accountAccessCost(account));
  if (isDead(account)) clearWord(word);
  else copyWord(word, account.codeHash);
  return left;
}
