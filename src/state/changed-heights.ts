import { concatBytes } from '../primitives/bytes.ts';
import { type Hex, toHex } from '../primitives/hex.ts';
import { inSteps, type Steps } from '../primitives/steps.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader } from '../store/types.ts';
import { keysChangedSince } from './changed-keys.ts';
import { appendHeights, chunkOf, firstHeightFrom, heightsBelow, heightsOf, toBitmap } from './height-set.ts';
import { accountHistoryKey, entryHistoryKey, type HistoryKey } from './history-key.ts';
import { firstKeyAfterPrefix, keyOf } from './keys.ts';
import { stateTables } from './tables.ts';
import type { UnwrittenRows } from './unwritten-rows.ts';

/** History key ‖ chunk of heights (32 bits) → the heights. */
const table = stateTables.changedHeights;
const chunkBytes = 4;
const lastChunk = 0xffff_ffff;

const keysPerStep = 1_000;

/**
 * At which heights accounts and entries changed. What changes in every block takes two bytes of a block at most, and an
 * eighth of one once a chunk is full. The rows of the newest blocks may be written later (`unwritten-rows.ts`).
 */
export class ChangedHeights {
  readonly #reader: Reader;
  readonly #unwritten: UnwrittenRows;

  constructor(reader: Reader, unwritten: UnwrittenRows) {
    this.#reader = reader;
    this.#unwritten = unwritten;
  }

  /** The first height from `height` on at which the key changed; undefined when there is none. */
  firstFrom(key: HistoryKey, height: number): number | undefined {
    const written = height > this.#unwritten.writtenTo ? undefined : firstWrittenFrom(this.#reader, key, height);
    return written ?? this.#unwritten.firstHeightFrom(key, height);
  }

  /** The first key with a history from `start` on, below `end` when it is given. */
  firstKey(start: Uint8Array, end?: Uint8Array): HistoryKey | undefined {
    const first = [firstWrittenKey(this.#reader, start), this.#unwritten.firstKeyFrom(start)]
      .filter((key) => key !== undefined)
      .sort(Buffer.compare)[0];
    return first && end && Buffer.compare(first, end) >= 0 ? undefined : first;
  }

  /** Number of pairs of key and height. */
  count(): number {
    let count = 0;
    for (const [, set] of this.#reader.range(table)) for (const _ of heightsOf(toBitmap(set), 0)) count++;
    for (const heights of this.#unwritten.heights.values()) count += heights.length;
    return count;
  }

  /** Adds the rows of all heights that are not written yet, and of a block that follows, which changed `keys`. */
  *write(batch: Batch, height: number, keys: Iterable<HistoryKey>): Steps<void> {
    const rest = new Map(this.#unwritten.heights);
    yield* inSteps(keys, keysPerStep, (key) => {
      append(this.#reader, batch, key, [...takeFrom(rest, key), height]);
    });
    for (const [key, heights] of rest) append(this.#reader, batch, keyOf(key), heights);
  }

  /** Removes the heights after `height`, up to which all are written; in steps. */
  *rewindInSteps(batch: Batch, height: number): Steps<void> {
    let removed = 0;
    for (const [address, entries] of keysChangedSince(this.#reader, height)) {
      for (const key of [accountHistoryKey(address), ...[...entries].map((entry) => entryHistoryKey(address, entry))]) {
        removeFrom(this.#reader, batch, key, height + 1);
        if (++removed % keysPerStep === 0) yield;
      }
    }
  }
}

/** Where the search for the next key with a history continues. */
export function afterHistoryOf(key: HistoryKey): Uint8Array {
  return firstKeyAfterPrefix(key) ?? key;
}

/** The heights of a key, which are removed. A block of many transactions seldom follows one whose are not written. */
function takeFrom(rest: Map<Hex, readonly number[]>, key: HistoryKey): readonly number[] {
  if (rest.size === 0) return [];
  const text = toHex(key);
  const heights = rest.get(text) ?? [];
  rest.delete(text);
  return heights;
}

function firstWrittenFrom(reader: Reader, key: HistoryKey, height: number): number | undefined {
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

function firstWrittenKey(reader: Reader, start: Uint8Array): HistoryKey | undefined {
  for (const [row] of reader.range(table, { start, limit: 1 })) return row.slice(0, -chunkBytes);
  return undefined;
}

/** Adds the rows of a key with further heights, which are ascending and above all that it has. */
function append(reader: Reader, batch: Batch, key: HistoryKey, heights: readonly number[]): void {
  const [first] = heights;
  if (first === undefined) return;
  const chunk = chunkOf(first);
  const row = chunkKey(key, chunk);
  const next = heights.findIndex((height) => chunkOf(height) > chunk);
  const ofChunk = next === -1 ? heights : heights.slice(0, next);
  batch.put(table, row, appendHeights(reader.get(table, row), ofChunk));
  if (next !== -1) append(reader, batch, key, heights.slice(next));
}

function removeFrom(reader: Reader, batch: Batch, key: HistoryKey, height: number): void {
  const first = chunkOf(height);
  for (const [row, set] of reader.range(table, { start: chunkKey(key, first), end: chunkKey(key, lastChunk) })) {
    const rest = chunkAtEnd(row) === first ? heightsBelow(set, height, first) : undefined;
    if (rest === undefined) batch.remove(table, row);
    else batch.put(table, row, rest);
  }
}

function chunkKey(key: HistoryKey, chunk: number): Uint8Array {
  return concatBytes(key, Uint8Array.of(chunk >>> 24, chunk >>> 16, chunk >>> 8, chunk));
}

function chunkAtEnd(row: Uint8Array): number {
  return new DataView(row.buffer, row.byteOffset, row.length).getUint32(row.length - chunkBytes);
}
