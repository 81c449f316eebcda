import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import { type Hex, toHex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { type AccountRecord, decodeAccountRecord } from './account-record.ts';
import { afterHistoryOf, type ChangedHeights } from './changed-heights.ts';
import type { HeadView } from './head-view.ts';
import { accountHistoryKey, entriesPrefix, entryHistoryKey, entryKeyOf, type HistoryKey } from './history-key.ts';
import { firstKeyAfterPrefix, keyOf } from './keys.ts';
import { type Entry, mergeEntries } from './merge-entries.ts';
import { replacedValue } from './replaced-values.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { Account, StateView } from './types.ts';

/**
 * The state after one block. The value of a key is what its first change after that block replaced; a key that has not
 * changed since is read from the head. Later commits are therefore never visible in it.
 */
export class HistoryView implements StateView {
  readonly version = 0;
  readonly #reader: Reader;
  readonly #head: HeadView;
  readonly heights: ChangedHeights;
  readonly height: number;

  constructor(reader: Reader, head: HeadView, heights: ChangedHeights, height: number) {
    this.#reader = reader;
    this.#head = head;
    this.heights = heights;
    this.height = height;
  }

  account(address: Address): Account | undefined {
    return this.record(address)?.account;
  }

  /** The storage root may be that of a later block (`implied-roots.ts`), which is empty if this one is. */
  record(address: Address): AccountRecord | undefined {
    if (this.isHead) return this.#head.record(address);
    const before = this.#replaced(accountHistoryKey(address));
    if (before === undefined) return this.#head.record(address);
    return before.length === 0 ? undefined : decodeAccountRecord(before);
  }

  /** Code is never deleted. */
  code(codeHash: Hash): Uint8Array {
    return this.#head.code(codeHash);
  }

  entry(owner: Address, key: Hex): Uint8Array | undefined {
    if (this.isHead) return this.#head.entry(owner, key);
    const before = this.#replaced(entryHistoryKey(owner, key));
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
  get isHead(): boolean {
    return this.height >= this.#head.totals.height;
  }

  /** The height of the first change after this one; undefined: no change since. */
  changedAt(key: HistoryKey): number | undefined {
    return this.heights.firstFrom(key, this.height + 1);
  }

  /** What the first change after this height replaced; empty: there was nothing. undefined: no change since. */
  #replaced(key: HistoryKey): Uint8Array | undefined {
    const changedAt = this.changedAt(key);
    return changedAt === undefined ? undefined : replacedValue(this.#reader, changedAt, key);
  }

  /** Seeks from the history of one key to that of the next, so that long histories cost nothing. */
  *#replacedEntries(owner: Address, prefix: Hex, from: Hex): Iterable<readonly [Hex, Uint8Array | null]> {
    if (this.isHead) return;
    const last = firstKeyAfterPrefix(keyOf(prefix));
    const end = last === undefined ? firstKeyAfterPrefix(entriesPrefix(owner)) : entryHistoryKey(owner, toHex(last));
    let next = entryHistoryKey(owner, from);
    for (;;) {
      const key = this.heights.firstKey(next, end);
      if (key === undefined) return;
      const before = this.#replaced(key);
      const entry = entryKeyOf(key);
      if (before !== undefined && entry !== undefined) yield [entry, before.length === 0 ? null : before];
      next = afterHistoryOf(key);
    }
  }
}
