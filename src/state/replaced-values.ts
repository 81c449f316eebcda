import { appendAll } from '../primitives/append-all.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { concatBytes, emptyBytes, joinBytes } from '../primitives/bytes.ts';
import { inSteps, type Steps } from '../primitives/steps.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader, Row } from '../store/types.ts';
import type { HistoryKey } from './history-key.ts';
import { heightAtEnd, heightKey } from './keys.ts';
import { newestTotals } from './state-totals.ts';
import { blocksTable, replacedPart } from './tables.ts';

/**
 * What a block replaced, with the other rows of the block: wei minted, wei burned, whether more rows follow, then for
 * each key that it changed, in order: how many bytes it shares with the key before, the rest of it, and the value before
 * the block, empty where there was none.
 * What does not fit one row continues in rows whose keys are that of the first and their first history key.
 *
 * A row is as long as two of them fill a page of the database.
 */
const rowBytes = 1_900;
const keysPerStep = 1_000;

/** A history key and the value before the block. */
export type Replaced = readonly [key: HistoryKey, value: Uint8Array];

/** Wei that a block created and destroyed. */
export type SupplyChange = { readonly minted: bigint; readonly burned: bigint };

/** Adds the rows of a block. `replaced` is in the order of the keys. */
export function* writeReplaced(
  batch: Batch,
  height: number,
  supply: SupplyChange,
  replaced: Iterable<Replaced>,
): Steps<void> {
  const parts: { readonly first: HistoryKey; readonly items: Uint8Array[] }[] = [{ first: emptyBytes, items: [] }];
  let size = 0;
  let before: HistoryKey = emptyBytes;
  yield* inSteps(replaced, keysPerStep, ([key, value]) => {
    let item = encodeItem(before, key, value);
    if (size > 0 && size + item.length > rowBytes) {
      parts.push({ first: key, items: [] });
      item = encodeItem(emptyBytes, key, value);
      size = 0;
    }
    parts.at(-1)?.items.push(item);
    size += item.length;
    before = key;
  });
  for (const { first, items } of parts) {
    const head = first === emptyBytes ? encodeHead(supply, parts.length > 1) : emptyBytes;
    batch.put(blocksTable, concatBytes(firstRow(height), first), joinBytes([head, ...items]));
  }
}

function firstRow(height: number): Uint8Array {
  return concatBytes(heightKey(height), Uint8Array.of(replacedPart));
}

/** A key after the rows of a block. */
function endOfRows(height: number): Uint8Array {
  return concatBytes(heightKey(height), Uint8Array.of(replacedPart + 1));
}

function encodeHead({ minted, burned }: SupplyChange, goesOn: boolean): Uint8Array {
  const writer = new ByteWriter();
  writer.bigint(minted);
  writer.bigint(burned);
  writer.byte(goesOn ? 1 : 0);
  return writer.finish();
}

function encodeItem(before: HistoryKey, key: HistoryKey, value: Uint8Array): Uint8Array {
  let shared = 0;
  while (shared < before.length && before[shared] === key[shared]) shared++;
  const writer = new ByteWriter();
  writer.integer(shared);
  writer.bytes(key.subarray(shared));
  writer.bytes(value);
  return writer.finish();
}

/**
 * The value of a key before the block of a height, which changed it; empty: there was none. Throws when it is missing.
 */
export function replacedValue(reader: Reader, height: number, key: HistoryKey): Uint8Array {
  const start = firstRow(height);
  let goesOn = false;
  const found = reader.withValue(blocksTable, start, (row) => {
    const rest = new ByteReader(row);
    goesOn = decodeHead(rest).goesOn;
    return findItem(row, rest, key);
  });
  if (found !== undefined) return found;
  if (goesOn) {
    const end = concatBytes(start, key, Uint8Array.of(0));
    for (const [, row] of reader.range(blocksTable, { start, end, reverse: true, limit: 1 })) {
      const value = findItem(row, new ByteReader(row), key);
      if (value !== undefined) return value;
    }
  }
  throw new Error(`corrupt data: no history of a key that block ${height} changed`);
}

/** A copy of the value of a key, from the items of a row. Views of the items that are passed over would cost most. */
function findItem(row: Uint8Array, items: ByteReader, wanted: HistoryKey): Uint8Array | undefined {
  let common = 0; // bytes that the last key has in common with the wanted one
  while (!items.atEnd) {
    const shared = items.integer();
    const length = items.integer();
    const rest = items.skip(length);
    const valueLength = items.integer();
    const value = items.skip(valueLength);
    if (shared > common) continue; // differs where the last one did
    if (shared < common) return undefined; // greater, like all that follow
    const end = Math.min(wanted.length, shared + length);
    while (common < end && row[rest + common - shared] === wanted[common]) common++;
    if (common === wanted.length && shared + length === common) return row.slice(value, value + valueLength);
  }
  return undefined;
}

function decodeHead(reader: ByteReader): SupplyChange & { readonly goesOn: boolean } {
  return { minted: reader.bigint(), burned: reader.bigint(), goesOn: reader.byte() === 1 };
}

/** What one block replaced, in the order of the keys. */
export type BlockHistory = SupplyChange & { readonly height: number; readonly replaced: readonly Replaced[] };

/**
 * What each block after `height` replaced, up to that of the newest state, in order of height. Blocks that changed
 * nothing are left out.
 */
export function* historySince(
  reader: Reader,
  height: number,
  newest = newestTotals(reader).height,
): Iterable<BlockHistory> {
  for (let at = height + 1; at <= newest; at++) {
    const row = reader.get(blocksTable, firstRow(at));
    if (row === undefined) continue;
    const items = new ByteReader(row);
    const { minted, burned, goesOn } = decodeHead(items);
    const replaced = [...itemsOf(items)];
    if (goesOn) for (const [, more] of furtherRows(reader, at)) appendAll(replaced, itemsOf(new ByteReader(more)));
    yield { height: at, minted, burned, replaced };
  }
}

function furtherRows(reader: Reader, height: number): Iterable<Row> {
  const start = concatBytes(firstRow(height), Uint8Array.of(0));
  return reader.range(blocksTable, { start, end: endOfRows(height) });
}

/** The values are views of the row. */
function* itemsOf(items: ByteReader): Iterable<Replaced> {
  let key: HistoryKey = emptyBytes;
  while (!items.atEnd) {
    const shared = items.integer();
    key = concatBytes(key.subarray(0, shared), items.bytes());
    yield [key, items.bytes()];
  }
}

/** Removes the rows of all blocks after `height`, up to that of the newest state. */
export function removeReplacedAfter(reader: Reader, batch: Batch, height: number): void {
  const { height: newest } = newestTotals(reader);
  for (let at = height + 1; at <= newest; at++) {
    const range = { start: firstRow(at), end: endOfRows(at) };
    for (const [key] of reader.range(blocksTable, range)) batch.remove(blocksTable, key);
  }
}

/** The first height with a row of any kind; undefined when there is none. */
export function firstStoredHeight(reader: Reader): number | undefined {
  for (const [key] of reader.range(blocksTable, { limit: 1 })) return heightAtEnd(key.subarray(0, 8));
  return undefined;
}

/** The last height with a row of what its block replaced; undefined when there is none. */
export function lastReplacedHeight(reader: Reader): number | undefined {
  for (const [key] of reader.range(blocksTable, { reverse: true })) {
    if (key[8] === replacedPart) return heightAtEnd(key.subarray(0, 8));
  }
  return undefined;
}
