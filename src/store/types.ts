import type { MaybePromise } from '../primitives/maybe-promise.ts';
import type { Batch } from './batch.ts';

/** A separate key space of the store: 1 to 254. `state/tables.ts` and `chain/storage/tables.ts` assign the numbers. */
export type Table = number;

export type RangeOptions = {
  /** first key of the range (inclusive) */
  readonly start?: Uint8Array;
  /** end of the range (exclusive) */
  readonly end?: Uint8Array;
  /** Iterates from the last key to the first of the same range */
  readonly reverse?: boolean;
  readonly limit?: number;
};

export type Row = readonly [key: Uint8Array, value: Uint8Array];

/** Keys have 0 to 1,900 bytes and are in byte order, a prefix before longer keys. Values may be empty. */
export interface Reader {
  get(table: Table, key: Uint8Array): Uint8Array | undefined;
  /**
   * Returns what `use` returns for the value; undefined when there is none. The value is not copied: `use` must not
   * read from the store, nor keep a view of the value.
   */
  withValue<T>(table: Table, key: Uint8Array, use: (value: Uint8Array) => T): T | undefined;
  has(table: Table, key: Uint8Array): boolean;
  /** The loop must end in the same event-loop turn: an open range holds a read transaction. */
  range(table: Table, options?: RangeOptions): Iterable<Row>;
}

/** A key-value store with atomic commits. Reads are synchronous. */
export interface Store extends Reader {
  /**
   * Writes the whole batch or, when it throws or the process ends, nothing. Durable on return. Throws an Error while
   * `commitInBackground` is under way.
   */
  commit(batch: Batch): void;
  /**
   * The same, but where it takes long, another thread writes and waits for the disk. Until then reads see the commit
   * before; `done` is called in the turn in which they first see this one. Rejects with what `commit` or `done` throws;
   * `done` is not called when nothing is written.
   */
  commitInBackground(batch: Batch, done: () => void): Promise<void>;
  /**
   * Calls `work` in a turn in which no commit is under way, however the last one ended, so that it can commit; resolves
   * with what it returns.
   */
  whenIdle<T>(work: () => MaybePromise<T>): Promise<T>;
  /** Waits for a commit that is under way. */
  close(): Promise<void>;
}

/** Read access for another thread or process than the one that writes. */
export type StoreReader = Reader & {
  /** Moves to the newest commit. Until then all reads see the commit of the last refresh, whose disk space is kept. */
  refresh(): void;
  close(): Promise<void>;
};
