import { Batch } from '#qord/store/batch.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import type { RangeOptions, Reader, Row, StoreReader, Table } from '#qord/store/types.ts';

/** Reads a store as it was at the last refresh: it keeps what later commits replace. */
export class SnapshotReader implements StoreReader {
  readonly #rows: Reader;
  readonly #onClose: () => void;
  /** keys of rows that have changed, by their names */
  readonly #changed = new Map<Table, Map<string, Uint8Array>>();
  /** those of them that existed, as they were */
  #kept = createMemoryStore();

  constructor(rows: Reader, onClose: () => void) {
    this.#rows = rows;
    this.#onClose = onClose;
  }

  /** Keeps the rows that the batch is about to replace. */
  keep({ writes }: Batch): void {
    const kept = new Batch();
    for (const { table, key } of writes) {
      const changed = this.#changed.get(table) ?? new Map<string, Uint8Array>();
      this.#changed.set(table, changed);
      if (changed.has(nameOf(key))) continue;
      changed.set(nameOf(key), key);
      const value = this.#rows.get(table, key);
      if (value !== undefined) kept.put(table, key, value);
    }
    this.#kept.commit(kept);
  }

  /** What brings the store back to the last refresh. */
  replaced(): Batch {
    const batch = new Batch();
    for (const [table, keys] of this.#changed)
      for (const key of keys.values()) {
        const value = this.#kept.get(table, key);
        if (value === undefined) batch.remove(table, key);
        else batch.put(table, key, value);
      }
    return batch;
  }

  get(table: Table, key: Uint8Array): Uint8Array | undefined {
    return (this.#changed.get(table)?.has(nameOf(key)) ? this.#kept : this.#rows).get(table, key);
  }

  withValue<T>(table: Table, key: Uint8Array, use: (value: Uint8Array) => T): T | undefined {
    const value = this.get(table, key);
    return value && use(value);
  }

  has(table: Table, key: Uint8Array): boolean {
    return this.get(table, key) !== undefined;
  }

  /** Kept rows, and of the present ones those that have not changed, in one order: no more is read than is taken. */
  *range(table: Table, options: RangeOptions = {}): Iterable<Row> {
    const changed = this.#changed.get(table);
    if (changed === undefined) return yield* this.#rows.range(table, options);
    const { limit = Number.POSITIVE_INFINITY, ...all } = options;
    const kept = this.#kept.range(table, all)[Symbol.iterator]();
    let next = kept.next();
    let left = limit;
    for (const row of this.#rows.range(table, all)) {
      if (changed.has(nameOf(row[0]))) continue;
      for (; !next.done && Buffer.compare(next.value[0], row[0]) < 0 !== (all.reverse ?? false); next = kept.next()) {
        if (left-- <= 0) return;
        yield next.value;
      }
      if (left-- <= 0) return;
      yield row;
    }
    for (; !next.done && left-- > 0; next = kept.next()) yield next.value;
  }

  refresh(): void {
    this.#changed.clear();
    this.#kept = createMemoryStore();
  }

  async close(): Promise<void> {
    this.#onClose();
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.prototype.latin1Slice.call(key, 0, key.length);
}
