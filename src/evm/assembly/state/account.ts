/** Persistent properties of the account, loaded with it. */
export const ACCOUNT_HAS_CODE: u32 = 1;
/** It is a precompile or a native module. */
export const ACCOUNT_IS_NATIVE: u32 = 2;
/** Warm in every transaction (precompiles, EIP-2929). */
export const ACCOUNT_ALWAYS_WARM: u32 = 4;

/** Properties in the current run; they are cleared when the account is first used in a run, apart from the last. */
export const ACCOUNT_WARM: u32 = 8;
/** Part of a transfer, call or creation: removed at the end when it is empty (EIP-161). */
export const ACCOUNT_TOUCHED: u32 = 16;
/** Created in this transaction (EIP-6780). */
export const ACCOUNT_CREATED: u32 = 32;
/** Destroyed at the end of the transaction. */
export const ACCOUNT_DESTROYED: u32 = 64;
/** In the list of touched accounts. */
export const ACCOUNT_LISTED: u32 = 128;
/** Differs from the TypeScript state; in the list of dirty accounts. */
export const ACCOUNT_DIRTY: u32 = 256;

/** Flags that a revert restores. */
export const ACCOUNT_UNDOABLE: u32 =
  ACCOUNT_HAS_CODE | ACCOUNT_WARM | ACCOUNT_TOUCHED | ACCOUNT_CREATED | ACCOUNT_DESTROYED;
export const ACCOUNT_OF_RUN: u32 =
  ACCOUNT_WARM | ACCOUNT_TOUCHED | ACCOUNT_CREATED | ACCOUNT_DESTROYED | ACCOUNT_LISTED;

/** A cached account. Addresses are words with 12 zero bytes at the top; the code hash is a word too. */
@unmanaged
export class Account {
  epoch: u32;
  generation: u32;
  flags: u32;
  /** record of its code; valid while `codeId` equals that record's id */
  code: u32;
  codeId: u64;
  nonce: u64;
  address0: u64;
  address1: u64;
  address2: u64;
  address3: u64;
  balance0: u64;
  balance1: u64;
  balance2: u64;
  balance3: u64;
  codeHash0: u64;
  codeHash1: u64;
  codeHash2: u64;
  codeHash3: u64;

  @inline
  get address(): usize {
    return changetype<usize>(this) + offsetof<Account>('address0');
  }

  @inline
  get balance(): usize {
    return changetype<usize>(this) + offsetof<Account>('balance0');
  }

  @inline
  get codeHash(): usize {
    return changetype<usize>(this) + offsetof<Account>('codeHash0');
  }

  @inline
  has(flag: u32): bool {
    return (this.flags & flag) != 0;
  }
}

/** Bytes of one record; a power of two so that tables index by shifting. */
export const ACCOUNT_BYTES: usize = 128;
