import type { Table } from './types.ts';

/** Longest key of the store, in bytes; LMDB's own limit is 1,978, table number included. */
const maxKeyBytes = 1_900;

/** One write; a value of undefined removes the key. */
type PendingWrite = { readonly table: Table; readonly key: Uint8Array; readonly value: Uint8Array | undefined };

/** Writes for one commit. Of two writes to one key the later wins. Keys and values must not be modified afterwards. */
export class Batch {
  readonly #writes: PendingWrite[] = [];

  get writes(): readonly PendingWrite[] {
    return this.#writes;
  }

  /** Throws a RangeError when the key is too long. */
  put(table: Table, key: Uint8Array, value: Uint8Array): void {
    if (key.length > maxKeyBytes) throw new RangeError(`a key of ${key.length} bytes: the limit is ${maxKeyBytes}`);
    this.#writes.push({ table, key, value });
  }

  remove(table: Table, key: Uint8Array): void {
    this.#writes.push({ table, key, value: undefined });
  }
}
