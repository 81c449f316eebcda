import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';

/** One account of the ledger. Its entries (storage slots or a module's records) are read apart. */
export type Account = {
  readonly nonce: bigint;
  /** wei */
  readonly balance: bigint;
  /** keccak of the code; the keccak of nothing for an account without code */
  readonly codeHash: Hash;
};

/**
 * The world at one height, or as a running block has left it so far. All reads are synchronous.
 *
 * An account's *entries* are key → bytes: a contract's storage slot is an entry whose key has 32 bytes and whose
 * value is the word without leading zeros; a module's record has a key of 1 to 255 bytes and a value of any length.
 */
export interface StateView {
  account(address: Address): Account | undefined;
  /** Code by its hash; no bytes for the empty hash. Throws when the hash is unknown: that is corrupt data. */
  code(codeHash: Hash): Uint8Array;
  /** undefined and no bytes mean the same: nothing is stored. */
  entry(owner: Address, key: Hex): Uint8Array | undefined;
  /** Whether the account has any entry (EIP-7610: such an address cannot be created on). */
  hasEntries(owner: Address): boolean;
  /** Entries whose key starts with `prefix`, by key in byte order, from `from` on when given. */
  entries(owner: Address, prefix: Hex, from?: Hex): Iterable<readonly [key: Hex, value: Uint8Array]>;
  /** Grows with every change, so that a cache above can tell whether it still holds. Never reused within one view. */
  readonly version: number;
}

/** An account holds less than was to be moved or burned. */
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

/** A state that can be changed, and undone to any earlier snapshot. Nothing reaches disk through it. */
export interface WorldState extends StateView {
  /** undefined removes the account and all its entries. */
  setAccount(address: Address, account: Account | undefined): void;
  /** Keeps the code and returns its hash; the account that runs it is set apart. */
  addCode(code: Uint8Array): Hash;
  /**
   * No bytes, or undefined, removes the entry. An owner without an account gets an empty one. The key has 1 to 255
   * bytes; the value is kept, not copied.
   */
  setEntry(owner: Address, key: Hex, value: Uint8Array | undefined): void;

  /** A mark to which `revert` can return; marks nest. */
  snapshot(): number;
  /** Undoes everything since the mark. */
  revert(snapshot: number): void;
  /** Every account that was set since the mark, with what it was then. The mark must still be there. */
  accountsBefore(snapshot: number): ReadonlyMap<Address, Account | undefined>;

  balance(address: Address): bigint;
  /** Moves wei. Throws an InsufficientBalanceError and changes nothing when `from` has less. */
  transfer(from: Address, to: Address, wei: bigint): void;
  /** Creates wei out of nothing; counted in `minted`. */
  mint(to: Address, wei: bigint): void;
  /** Destroys wei; counted in `burned`. Throws like `transfer`. */
  burn(from: Address, wei: bigint): void;
  /** Counts wei that the EVM destroyed by itself (a contract that destroys itself towards itself, EIP-6780). */
  countBurned(wei: bigint): void;
}

/** What a running block has changed against the view it started from. */
export type StateChanges = {
  /** null: the account was removed */
  readonly accounts: ReadonlyMap<Address, Account | null>;
  readonly entries: ReadonlyMap<Address, EntryChanges>;
  /** code that was added, also such that no account ended up with */
  readonly codes: ReadonlyMap<Hash, Uint8Array>;
  /** wei created and destroyed */
  readonly minted: bigint;
  readonly burned: bigint;
};

export type EntryChanges = {
  /** whether all entries of before are gone, but for what `values` adds */
  readonly wiped: boolean;
  /** null: the entry was removed */
  readonly values: ReadonlyMap<Hex, Uint8Array | null>;
};
