import { clearWord, copyWord, storeWord } from '../arithmetic/word';
import { codeLength } from '../code/account-code';
import { GAS_WARM_ACCESS } from '../gas';
import { accessAccount, accessedAccount, isDead } from '../state/accounts';

/** BALANCE: replaces the address by the balance. Returns the gas left. */
export function balanceOp(word: usize, gas: i64): i64 {
  const left = accessAccount(word, GAS_WARM_ACCESS, gas);
  if (left >= 0) copyWord(word, accessedAccount.balance);
  return left;
}

/** EXTCODESIZE: replaces the address by the length of the code. Returns the gas left. */
export function extCodeSizeOp(word: usize, gas: i64): i64 {
  const left = accessAccount(word, GAS_WARM_ACCESS, gas);
  if (left >= 0) storeWord(word, codeLength(accessedAccount), 0, 0, 0);
  return left;
}

/** EXTCODEHASH: replaces the address by the hash of the code, 0 for a dead account (EIP-1052). Returns the gas left. */
export function extCodeHashOp(word: usize, gas: i64): i64 {
  const left = accessAccount(word, GAS_WARM_ACCESS, gas);
  if (left < 0) return left;
  if (isDead(accessedAccount)) clearWord(word);
  else copyWord(word, accessedAccount.codeHash);
  return left;
}
