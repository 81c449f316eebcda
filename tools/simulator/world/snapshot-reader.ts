import type { Batch } from '#qord/store/batch.ts';
import type { RangeOptions, Reader, Row, StoreReader, Table } from '#qord/store/types.ts';

type Kept = { readonly table: Table; readonly key: Uint8Array; readonly value: Uint8Array | undefined };

/** Reads a store as it was at the last refresh: it keeps what later commits replace. */
export class SnapshotReader implements StoreReader {
  readonly #rows: Reader;
  readonly #onClose: () => void;
  readonly #kept = new Map<string, Kept>();

  constructor(rows: Reader, onClose: () => void) {
    this.#rows = rows;
    this.#onClose = onClose;
  }

  /** Keeps the rows that the batch is about to replace. */
  keep({ writes }: Batch): void {
    for (const { table, key } of writes) {
      const name = nameOf(table, key);
      if (!this.#kept.has(name)) this.#kept.set(name, { table, key, value: this.#rows.get(table, key) });
    }
  }

  get(table: Table, key: Uint8Array): Uint8Array | undefined {
    const kept = this.#kept.get(nameOf(table, key));
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
    const { start, end, reverse = false, limit = Number.POSITIVE_INFINITY } = options;
    const isInside = ({ key, ...kept }: Kept) =>
      kept.table === table &&
      (start === undefined || Buffer.compare(key, start) >= 0) &&
      (end === undefined || Buffer.compare(key, end) < 0);
    const changed = [...this.#kept.values()].filter(isInside);
    if (changed.length === 0) return yield* this.#rows.range(table, options);
    const { limit: _, ...all } = options;
    const unchanged = [...this.#rows.range(table, all)].filter(([key]) => !this.#kept.has(nameOf(table, key)));
    const added = changed.flatMap(({ key, value }): Row[] => (value === undefined ? [] : [[key, value.slice()]]));
    const found = [...unchanged, ...added].sort(([left], [right]) => Buffer.compare(left, right));
    if (reverse) found.reverse();
    yield* found.slice(0, limit);
  }

  refresh(): void {
    this.#kept.clear();
  }

  async close(): Promise<void> {
    this.#onClose();
  }
}

function nameOf(table: Table, key: Uint8Array): string {
  return `${table}:${Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')}`;
}
