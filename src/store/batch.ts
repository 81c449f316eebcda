import type { Table } from './types.ts';

/** Longest key the store takes; LMDB's own limit is 1,978 with the table number. */
const maxKeyBytes = 1_900;

/** One write; no value removes the key. */
export type PendingWrite = { readonly table: Table; readonly key: Uint8Array; readonly value: Uint8Array | undefined };

/** Writes gathered for one commit. Of two writes to one key the later counts. Keys and values must not change later. */
export class Batch {
  readonly #writes: PendingWrite[] = [];

  get writes(): readonly PendingWrite[] {
    return this.#writes;
  }

  /** Throws a RangeError when the key is too long. */
  put(table: Table, key: Uint8Array, value: Uint8Array): void {
    if (key.length > maxKeyBytes) throw new RangeError(`a key of ${key.length} bytes: at most ${maxKeyBytes} fit`);
    this.#writes.push({ table, key, value });
  }

  remove(table: Table, key: Uint8Array): void {
    this.#writes.push({ table, key, value: undefined });
  }
}
