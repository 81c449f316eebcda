import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';

/** One account of the ledger. Its entries (storage slots or a module's records) are read separately. */
export type Account = {
  readonly nonce: bigint;
  /** wei */
  readonly balance: bigint;
  /** keccak of the code; keccak of no bytes for an account without code */
  readonly codeHash: Hash;
};

/**
 * The state after one block, or inside a block that is being executed. All reads are synchronous.
 *
 * An account's *entries* are key → bytes: a contract's storage slot is an entry whose key has 32 bytes and whose
 * value is the word without leading zeros; a module's record has a key of 1 to 255 bytes and a value of any length.
 */
export interface StateView {
  account(address: Address): Account | undefined;
  /** Code by its hash; no bytes for the hash of nothing. Throws when the hash is unknown, which means corrupt data. */
  code(codeHash: Hash): Uint8Array;
  /** undefined, and equally no bytes: nothing is stored. */
  entry(owner: Address, key: Hex): Uint8Array | undefined;
  /** Whether the account has any entry (EIP-7610: no contract can be created at such an address). */
  hasEntries(owner: Address): boolean;
  /** Entries whose key starts with `prefix`, in byte order of the keys, from `from` on when given. */
  entries(owner: Address, prefix: Hex, from?: Hex): Iterable<readonly [key: Hex, value: Uint8Array]>;
  /** Increases with every change, so that a cache can tell whether it is still valid. Never reused within one view. */
  readonly version: number;
}

/** An account has less than was to be transferred or burned. */
export class InsufficientBalanceError extends Error {
  override name = 'InsufficientBalanceError';
  readonly account: Address;
  readonly has: bigint;
  readonly needed: bigint;
  constructor(account: Address, has: bigint, needed: bigint) {
    super(`insufficient balance: ${account} has ${has} wei, needs ${needed}`);
    this.account = account;
    this.has = has;
    this.needed = needed;
  }
}

/** A state that can be changed, and reverted to any earlier snapshot. It never writes to the store. */
export interface WorldState extends StateView {
  /** Sets the account; undefined removes it with all its entries. */
  setAccount(address: Address, account: Account | undefined): void;
  /** Adds code and returns its hash, for a `setAccount` that refers to it. */
  addCode(code: Uint8Array): Hash;
  /**
   * Sets an entry; no bytes, or undefined, removes it. An owner without an account gets an empty one. The key has 1 to
   * 255 bytes. The value is kept without a copy.
   */
  setEntry(owner: Address, key: Hex, value: Uint8Array | undefined): void;

  /** A snapshot to which `revert` can return; snapshots nest. */
  snapshot(): number;
  /** Undoes everything since the snapshot. */
  revert(snapshot: number): void;
  /** Every account set since the snapshot, with its value at the snapshot, which must not have been reverted. */
  accountsBefore(snapshot: number): ReadonlyMap<Address, Account | undefined>;
  /** Wei that `transfer` and `burn` have taken from the account since the snapshot, likewise. */
  debitsSince(snapshot: number, account: Address): bigint;

  balance(address: Address): bigint;
  /**
   * Transfers wei. Throws an InsufficientBalanceError, and changes nothing, when `from` has less. What `to` cannot hold,
   * above 2^256 - 1, is burned, as of `mint`.
   */
  transfer(from: Address, to: Address, wei: bigint): void;
  /** Creates wei, which is counted in `minted`. */
  mint(to: Address, wei: bigint): void;
  /** Destroys wei, which is counted in `burned`. Throws like `transfer`. */
  burn(from: Address, wei: bigint): void;
  /** Counts wei that the EVM destroyed (SELFDESTRUCT with the contract itself as beneficiary, EIP-6780). */
  countBurned(wei: bigint): void;
}

/** The changes of a WorldState against the view it started from. */
export type StateChanges = {
  /** null: the account was removed */
  readonly accounts: ReadonlyMap<Address, Account | null>;
  readonly entries: ReadonlyMap<Address, EntryChanges>;
  /** added code, including code that no account uses */
  readonly codes: ReadonlyMap<Hash, Uint8Array>;
  /** wei created and destroyed */
  readonly minted: bigint;
  readonly burned: bigint;
};

type EntryChanges = {
  /** whether all earlier entries were removed; `values` are set after that */
  readonly wiped: boolean;
  /** null: the entry was removed */
  readonly values: ReadonlyMap<Hex, Uint8Array | null>;
};
