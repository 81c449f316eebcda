import type { Batch } from './batch.ts';

/** A key space of its own inside the store: 1 to 254. What the numbers mean is said in one file above. */
export type Table = number;

export type RangeOptions = {
  /** first key that belongs to the range */
  readonly start?: Uint8Array;
  /** first key that no longer belongs to it */
  readonly end?: Uint8Array;
  /** from the last key down to the first; the range itself stays the same */
  readonly reverse?: boolean;
  readonly limit?: number;
};

export type Row = readonly [key: Uint8Array, value: Uint8Array];

/** Keys have 0 to 1,900 bytes and are ordered byte by byte, a prefix before what it begins. Values may be empty. */
export interface Reader {
  get(table: Table, key: Uint8Array): Uint8Array | undefined;
  /**
   * What `use` makes of the value; undefined without one. The value is lent, not copied: `use` reads nothing else from
   * the store meanwhile, and keeps no view.
   */
  withValue<T>(table: Table, key: Uint8Array, use: (value: Uint8Array) => T): T | undefined;
  has(table: Table, key: Uint8Array): boolean;
  /** Finish or leave the loop before the event loop turns: an open range pins a read transaction. */
  range(table: Table, options?: RangeOptions): Iterable<Row>;
}

/** The store as it was at one commit. Holding one keeps the disk space of newer commits from being reused. */
export interface Snapshot extends Reader {
  close(): void;
}

/** Bytes in, bytes out. All calls but `close` are synchronous. */
export interface Store extends Reader {
  snapshot(): Snapshot;
  /** All of the batch or, when it throws or the process dies, nothing. Durable on return. */
  commit(batch: Batch): void;
  close(): Promise<void>;
}
