import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader, Row, Table } from '../store/types.ts';
import { type AccountRecord, decodeAccountRecord } from './account-record.ts';
import type { HeadView } from './head-view.ts';
import {
  firstKeyAfterPrefix,
  fromSortableKey,
  heightAtEnd,
  keyOf,
  numberedKey,
  prefixRange,
  sortableKey,
  sortablePrefix,
} from './keys.ts';
import { type Entry, mergeEntries } from './merge-entries.ts';
import { stateTables } from './tables.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { Account, StateView } from './types.ts';

const addressBytes = 20;
const heightBytes = 8;

/**
 * The state after one block. A value then is what the first change after that block replaced; what has not changed
 * since is read from the head. Further commits therefore never show in it.
 */
export class HistoryView implements StateView {
  readonly version = 0;
  readonly #reader: Reader;
  readonly #head: HeadView;
  readonly height: number;

  constructor(reader: Reader, head: HeadView, height: number) {
    this.#reader = reader;
    this.#head = head;
    this.height = height;
  }

  account(address: Address): Account | undefined {
    return this.record(address)?.account;
  }

  record(address: Address): AccountRecord | undefined {
    if (this.#isHead()) return this.#head.record(address);
    const before = this.#replaced(stateTables.accountHistory, keyOf(address));
    if (before === undefined) return this.#head.record(address);
    return before.length === 0 ? undefined : decodeAccountRecord(before);
  }

  /** Code is never deleted. */
  code(codeHash: Hash): Uint8Array {
    return this.#head.code(codeHash);
  }

  entry(owner: Address, key: Hex): Uint8Array | undefined {
    if (this.#isHead()) return this.#head.entry(owner, key);
    const before = this.#replaced(stateTables.entryHistory, concatBytes(keyOf(owner), sortableKey(key)));
    if (before === undefined) return this.#head.entry(owner, key);
    return before.length === 0 ? undefined : before;
  }

  hasEntries(owner: Address): boolean {
    const record = this.record(owner);
    return record !== undefined && record.storageRoot !== emptyTreeRoot;
  }

  entries(owner: Address, prefix: Hex, from: Hex = prefix): Iterable<Entry> {
    const start = from < prefix ? prefix : from;
    return mergeEntries(this.#head.entries(owner, prefix, start), this.#replacedEntries(owner, prefix, start));
  }

  /** Whether nothing was committed since, so that the head has all values. */
  #isHead(): boolean {
    return this.height >= this.#head.totals.height;
  }

  /** What the first change after this height replaced, of the account or entry with that history. No bytes: nothing. */
  #replaced(table: Table, of: Uint8Array): Uint8Array | undefined {
    return this.#first(table, numberedKey(of, this.height + 1), of)?.[1];
  }

  /** Steps from one key's history to the next key's, however long they are. */
  *#replacedEntries(owner: Address, prefix: Hex, from: Hex): Iterable<readonly [Hex, Uint8Array | null]> {
    if (this.#isHead()) return;
    const prefixKey = concatBytes(keyOf(owner), sortablePrefix(prefix));
    let next: Uint8Array = concatBytes(keyOf(owner), sortablePrefix(from));
    for (;;) {
      const row = this.#first(stateTables.entryHistory, next, prefixKey);
      if (row === undefined) return;
      const of = row[0].subarray(0, -heightBytes);
      const isLater = heightAtEnd(row[0]) > this.height;
      const before = isLater ? row[1] : this.#replaced(stateTables.entryHistory, of);
      if (before !== undefined) yield [fromSortableKey(of.subarray(addressBytes)), before.length === 0 ? null : before];
      next = firstKeyAfterPrefix(of) ?? of;
    }
  }

  #first(table: Table, start: Uint8Array, prefix: Uint8Array): Row | undefined {
    for (const row of this.#reader.range(table, prefixRange(prefix, start, 1))) return row;
    return undefined;
  }
}
