import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Account } from './types.ts';

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
