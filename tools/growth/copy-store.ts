import { Batch } from '#qord/store/batch.ts';
import { openLmdbStore } from '#qord/store/lmdb-store.ts';
import type { Reader, Store } from '#qord/store/types.ts';

const tableNumbers = Array.from({ length: 254 }, (_, at) => at + 1);

/** A store on disk with the same rows, for a chain that goes another way from here. */
export function copyStore(reader: Reader, folder: string): Store {
  const copy = openLmdbStore(folder, { durable: false });
  copyRows(reader, copy);
  return copy;
}

/** Writes all rows to another store. */
export function copyRows(from: Reader, to: Store): void {
  const batch = new Batch();
  for (const table of tableNumbers) for (const [key, value] of from.range(table)) batch.put(table, key, value);
  to.commit(batch);
}
