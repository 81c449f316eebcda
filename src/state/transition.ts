import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { AccountRecord } from './account-record.ts';
import type { SupplyChange } from './replaced-values.ts';
import type { StateTotals } from './state-totals.ts';
import type { KeptNode } from './tree/kept-node.ts';

/** All that one block does to the state, ready to be written. It may also be dropped: preparing it changed nothing. */
export type Transition = {
  /** Totals of the state after the block. */
  readonly totals: StateTotals;
  /** Root of the state it starts from. */
  readonly previousRoot: Hash;
  /** wei created and destroyed since that state */
  readonly supply: SupplyChange;
  readonly accounts: readonly AccountTransition[];
  readonly entries: readonly EntryTransition[];
  /** code of accounts in `accounts` */
  readonly codes: ReadonlyMap<Hash, Uint8Array>;
  readonly nodes: TreeChanges;
};

/**
 * Changed nodes of trees, by path; null: removed. The trees of entries have their owner as key, the account tree an
 * empty text.
 */
export type TreeChanges = ReadonlyMap<string, ReadonlyMap<string, KeptNode | null>>;

/** Accounts that change, themselves or their entries. */
export function changedAccounts({ accounts, entries }: Pick<Transition, 'accounts' | 'entries'>): Set<Address> {
  return new Set([...accounts.map(({ address }) => address), ...entries.map(({ owner }) => owner)]);
}

export type AccountTransition = {
  readonly address: Address;
  readonly before: AccountRecord | undefined;
  readonly after: AccountRecord | undefined;
};

export type EntryTransition = {
  readonly owner: Address;
  readonly key: Hex;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
};
