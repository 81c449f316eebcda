import { concatBytes } from '../primitives/bytes.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader } from '../store/types.ts';
import { appendHeight, chunkOf, firstHeightFrom, heightsBelow, heightsOf, toBitmap } from './height-set.ts';
import type { HistoryKey } from './history-key.ts';
import { firstKeyAfterPrefix } from './keys.ts';
import { stateTables } from './tables.ts';

/**
 * At which heights an account or entry changed: history key ‖ chunk of heights (32 bits) → the heights. What changes in
 * every block takes two bytes of a block at most, and an eighth of one once a chunk is full.
 */
const table = stateTables.changedHeights;
const chunkBytes = 4;
const lastChunk = 0xffff_ffff;

/** Adds a height, which must be above all that the key has. */
export function addChange(reader: Reader, batch: Batch, key: HistoryKey, height: number): void {
  const row = chunkKey(key, chunkOf(height));
  batch.put(table, row, appendHeight(reader.get(table, row), height));
}

/** The first height from `height` on at which the key changed; undefined when there is none. */
export function firstChangeFrom(reader: Reader, key: HistoryKey, height: number): number | undefined {
  const chunk = chunkOf(height);
  // What changes often has a row for this chunk, and reading one is faster than beginning a range.
  const here = reader.withValue(table, chunkKey(key, chunk), (set) => firstHeightFrom(set, height));
  if (here !== undefined) return here;
  for (const [row, set] of reader.range(table, {
    start: chunkKey(key, chunk + 1),
    end: chunkKey(key, lastChunk),
    limit: 1,
  })) {
    return [...heightsOf(toBitmap(set), chunkAtEnd(row))][0];
  }
  return undefined;
}

/** Removes the heights from `height` on. */
export function removeChangesFrom(reader: Reader, batch: Batch, key: HistoryKey, height: number): void {
  const first = chunkOf(height);
  for (const [row, set] of reader.range(table, { start: chunkKey(key, first), end: chunkKey(key, lastChunk) })) {
    const rest = chunkAtEnd(row) === first ? heightsBelow(set, height, first) : undefined;
    if (rest === undefined) batch.remove(table, row);
    else batch.put(table, row, rest);
  }
}

/** The first key with a history from `start` on, below `end` when it is given. */
export function firstChangedKey(reader: Reader, start: Uint8Array, end?: Uint8Array): HistoryKey | undefined {
  for (const [row] of reader.range(table, end === undefined ? { start, limit: 1 } : { start, end, limit: 1 })) {
    return row.slice(0, -chunkBytes);
  }
  return undefined;
}

/** Where the search for the next key with a history goes on. */
export function afterHistoryOf(key: HistoryKey): Uint8Array {
  return firstKeyAfterPrefix(key) ?? key;
}

/** Number of pairs of key and height. */
export function countChanges(reader: Reader): number {
  let count = 0;
  for (const [, set] of reader.range(table)) for (const _ of heightsOf(toBitmap(set), 0)) count++;
  return count;
}

function chunkKey(key: HistoryKey, chunk: number): Uint8Array {
  return concatBytes(key, Uint8Array.of(chunk >>> 24, chunk >>> 16, chunk >>> 8, chunk));
}

function chunkAtEnd(row: Uint8Array): number {
  return new DataView(row.buffer, row.byteOffset, row.length).getUint32(row.length - chunkBytes);
}
