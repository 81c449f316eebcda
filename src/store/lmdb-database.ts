import type { RootDatabase, Transaction } from 'lmdb';
import type { Table } from './types.ts';

export type ReadOptions = { readonly transaction: Transaction };

/** A database with keys and values of bytes. The types of the lmdb package lack `getBinaryFast` with options. */
export type Database = RootDatabase<Uint8Array, Uint8Array> & {
  /** The value in a buffer that the next read overwrites. */
  getBinaryFast(key: Uint8Array, within: ReadOptions): Uint8Array | undefined;
};

/** All tables share one B+ tree: a key starts with the number of its table. */
export function inTable(table: Table, key: Uint8Array): Uint8Array {
  const fullKey = new Uint8Array(1 + key.length);
  fullKey[0] = table;
  fullKey.set(key, 1);
  return fullKey;
}
