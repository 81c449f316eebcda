import { Fork } from '../generated/enums';
import { loadCode } from '../host';
import { chargeSlice, epoch, fork } from '../run';
import { Account, ACCOUNT_HAS_CODE } from '../state/account';
import { findAccount } from '../state/accounts';
import { Code } from './code';
import { markJumpDestinations } from './jump-destinations';
import { WORD_BYTES } from '../arithmetic/word';

/** The cached code of an account that has code. */
export function codeOf(account: Account): Code {
  if (account.code == 0 || changetype<Code>(account.code).id != account.codeId) {
    loadCode(account);
    chargeSlice(changetype<Code>(account.code).length);
  }
  const code = changetype<Code>(account.code);
  code.lastUsed = epoch;
  return code;
}

/** The cached code, ready to run. */
export function runnableCodeOf(account: Account): Code {
  const code = codeOf(account);
  if (code.jumps == 0) {
    code.jumps = (code.bytes + code.length + 7) & ~7;
    markJumpDestinations(code.bytes, code.length, code.jumps);
  }
  return code;
}

/** Bytes of code of an account; loads the code when it is not in memory yet. */
export function codeLength(account: Account): u32 {
  return account.has(ACCOUNT_HAS_CODE) ? codeOf(account).length : 0;
}

/** Address of the code of an account in memory; the account must have code. */
export function codeBytes(account: Account): usize {
  return codeOf(account).bytes;
}

const DESIGNATOR_BYTES: u32 = 23;
const DESIGNATOR_PREFIX: u32 = 0x0001ef; // 0xef0100, read as a little-endian integer

const delegateWord: usize = memory.data(WORD_BYTES, 8);

/**
 * The account whose code runs when this one is called: itself, or the one that its code names when it is delegated
 * (EIP-7702).
 */
export function codeAccountOf(account: Account): Account {
  return isDelegated(account) ? findAccount(delegateAddress(account)) : account;
}

/** Whether the account's code is a delegation (EIP-7702), be it to the account itself. */
export function isDelegated(account: Account): bool {
  if (fork < Fork.PRAGUE || !account.has(ACCOUNT_HAS_CODE)) return false;
  const code = codeOf(account);
  return code.length == DESIGNATOR_BYTES && (load<u32>(code.bytes) & 0xffffff) == DESIGNATOR_PREFIX;
}

/** Address of a word with the address of the account whose code a delegated one runs. */
export function delegateAddress(account: Account): usize {
  const address = codeBytes(account) + 3;
  for (let i: usize = 0; i < 20; i++) store<u8>(delegateWord + i, load<u8>(address + 19 - i));
  return delegateWord;
}
