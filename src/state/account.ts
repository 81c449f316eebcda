import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import type { Account } from './types.ts';

/** How an address without an account appears, and what a new account starts from. */
export const emptyAccount: Account = { nonce: 0n, balance: 0n, codeHash: emptyCodeHash };

/** Whether both accounts are equal. */
export function equalAccounts(left: Account | undefined, right: Account | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left.nonce === right.nonce && left.balance === right.balance && left.codeHash === right.codeHash;
}
