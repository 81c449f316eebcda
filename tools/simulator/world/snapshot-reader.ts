import { Batch } from '#qord/store/batch.ts';
import type { RangeOptions, Reader, Row, StoreReader, Table } from '#qord/store/types.ts';

/** A row before a commit replaced it; undefined: there was none. */
type Kept = { readonly key: Uint8Array; readonly value: Uint8Array | undefined };

/** Reads a store as it was at the last refresh: it keeps what later commits replace. */
export class SnapshotReader implements StoreReader {
  readonly #rows: Reader;
  readonly #onClose: () => void;
  readonly #kept = new Map<Table, Map<string, Kept>>();

  constructor(rows: Reader, onClose: () => void) {
    this.#rows = rows;
    this.#onClose = onClose;
  }

  /** Keeps the rows that the batch is about to replace. */
  keep({ writes }: Batch): void {
    for (const { table, key } of writes) {
      const kept = this.#kept.get(table) ?? new Map<string, Kept>();
      this.#kept.set(table, kept);
      const name = nameOf(key);
      if (!kept.has(name)) kept.set(name, { key, value: this.#rows.get(table, key) });
    }
  }

  /** What brings the store back to the last refresh. */
  replaced(): Batch {
    const batch = new Batch();
    for (const [table, rows] of this.#kept)
      for (const { key, value } of rows.values())
        if (value === undefined) batch.remove(table, key);
        else batch.put(table, key, value);
    return batch;
  }

  get(table: Table, key: Uint8Array): Uint8Array | undefined {
    const kept = this.#kept.get(table)?.get(nameOf(key));
    return kept === undefined ? this.#rows.get(table, key) : kept.value?.slice();
  }

  withValue<T>(table: Table, key: Uint8Array, use: (value: Uint8Array) => T): T | undefined {
    const value = this.get(table, key);
    return value && use(value);
  }

  has(table: Table, key: Uint8Array): boolean {
    return this.get(table, key) !== undefined;
  }

  *range(table: Table, options: RangeOptions = {}): Iterable<Row> {
    const { limit = Number.POSITIVE_INFINITY, ...all } = options;
    const kept = this.#kept.get(table);
    if (kept === undefined) return yield* this.#rows.range(table, options);
    let left = limit;
    for (const row of merged(keptRows(kept, all), this.#rows.range(table, all), kept, all.reverse)) {
      if (left-- <= 0) return;
      yield row;
    }
  }

  refresh(): void {
    this.#kept.clear();
  }

  async close(): Promise<void> {
    this.#onClose();
  }
}

/** Rows that were replaced or removed, within the range and in its order. */
function keptRows(kept: ReadonlyMap<string, Kept>, { start, end, reverse }: RangeOptions): readonly Row[] {
  const rows: Row[] = [];
  for (const { key, value } of kept.values()) {
    const isInside = (!start || Buffer.compare(key, start) >= 0) && (!end || Buffer.compare(key, end) < 0);
    if (isInside && value !== undefined) rows.push([key, value.slice()]);
  }
  return rows.sort(([left], [right]) => (reverse ? Buffer.compare(right, left) : Buffer.compare(left, right)));
}

/** Kept rows, and of the present ones those that have not changed, in one order: no more is read than is taken. */
function* merged(
  kept: readonly Row[],
  present: Iterable<Row>,
  changed: ReadonlyMap<string, Kept>,
  reverse = false,
): Iterable<Row> {
  let at = 0;
  for (const row of present) {
    if (changed.has(nameOf(row[0]))) continue;
    for (let next = kept[at]; next !== undefined; next = kept[++at]) {
      if (Buffer.compare(next[0], row[0]) < 0 === reverse) break;
      yield next;
    }
    yield row;
  }
  yield* kept.slice(at);
}

function nameOf(key: Uint8Array): string {
  return Buffer.prototype.latin1Slice.call(key, 0, key.length);
}
