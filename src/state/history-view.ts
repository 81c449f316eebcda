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
 * The state after one block. The value of a key is what its first change after that block replaced; a key that has not
 * changed since is read from the head. Later commits are therefore never visible in it.
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

  /** Whether nothing was committed since: then the head has all values. */
  #isHead(): boolean {
    return this.height >= this.#head.totals.height;
  }

  /**
   * What the first change after this height replaced, by the history's key without its height. Empty: there was nothing.
   * undefined: no change since.
   */
  #replaced(table: Table, prefix: Uint8Array): Uint8Array | undefined {
    return this.#first(table, numberedKey(prefix, this.height + 1), prefix)?.[1];
  }

  /** Seeks from the history of one key to that of the next, so that long histories cost nothing. */
  *#replacedEntries(owner: Address, prefix: Hex, from: Hex): Iterable<readonly [Hex, Uint8Array | null]> {
    if (this.#isHead()) return;
    const prefixKey = concatBytes(keyOf(owner), sortablePrefix(prefix));
    let next: Uint8Array = concatBytes(keyOf(owner), sortablePrefix(from));
    for (;;) {
      const row = this.#first(stateTables.entryHistory, next, prefixKey);
      if (row === undefined) return;
      const historyPrefix = row[0].subarray(0, -heightBytes);
      const isLater = heightAtEnd(row[0]) > this.height;
      const before = isLater ? row[1] : this.#replaced(stateTables.entryHistory, historyPrefix);
      if (before !== undefined)
        yield [fromSortableKey(historyPrefix.subarray(addressBytes)), before.length === 0 ? null : before];
      next = firstKeyAfterPrefix(historyPrefix) ?? historyPrefix;
    }
  }

  #first(table: Table, start: Uint8Array, prefix: Uint8Array): Row | undefined {
    for (const row of this.#reader.range(table, prefixRange(prefix, start, 1))) return row;
    return undefined;
  }
}
