import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { concatBytes, emptyBytes, joinBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { Steps } from '../../primitives/steps.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import { chainTables } from './tables.ts';

/**
 * Hash of a block or a transaction → its position. Rows are buckets of hashes that begin with the same hex digits:
 * number of digits ‖ digits → for each hash its bytes 1 to 4, height, and 0 for a block, the index plus 1 for a
 * transaction. A bucket that has grown too long is divided by the next digit and remains as an empty row. A row for
 * each hash would take four times as much: pages with random keys are a third empty, and each row has 18 bytes besides.
 *
 * Only the first 40 bits of a hash are kept, and others may begin alike: whoever looks for one compares it with the
 * hash at each position found.
 */
const table = chainTables.hashIndex;
const fewestDigits = 2;
/** Digits kept of a hash; a bucket of this length is not divided further. */
const mostDigits = 10;
const bucketBytes = 600;
const keptBytes = 4;
const hashesPerStep = 500;

/** `index`: of a transaction in its block; undefined for the block itself. */
export type HashPosition = { readonly height: number; readonly index: number | undefined };

/** Entries are bytes, as in a row. */
type Entry = Uint8Array;

/** Adds hashes, each at most once. */
export function* indexHashes(
  reader: Reader,
  batch: Batch,
  positions: Iterable<readonly [hash: Hash, position: HashPosition]>,
): Steps<void> {
  const added = [...positions].map(
    ([hash, position]) => [digitsOf(hash, fewestDigits), toEntry(hash, position)] as const,
  );
  let count = 0;
  for (const [digits, entries] of grouped(added)) {
    insert(reader, batch, digits, entries);
    count += entries.length;
    if (count >= hashesPerStep) {
      yield;
      count = 0;
    }
  }
}

/** Removes these hashes where they are of blocks from a height on. */
export function unindexHashes(reader: Reader, batch: Batch, fromHeight: number, hashes: Iterable<Hash>): void {
  const buckets = new Map<string, Uint8Array>();
  for (const hash of hashes) {
    lookFor(reader, hash, fewestDigits, (row, digits) => buckets.set(digits, row.slice()));
  }
  for (const [digits, row] of buckets) {
    const kept = entriesOf(row).filter((entry) => positionOf(entry).height < fromHeight);
    if (kept.length === 0) batch.remove(table, keyOf(digits));
    else batch.put(table, keyOf(digits), joinBytes(kept));
  }
}

/**
 * The positions of all hashes that begin as this one. `total`: roughly how many hashes there are, which tells where to
 * look first.
 */
export function positionsOf(reader: Reader, hash: Hash, total: number): readonly HashPosition[] {
  const kept = keptOf(hash);
  return lookFor(reader, hash, likelyDigits(total), (row) => entriesOf(row, kept).map(positionOf)) ?? [];
}

/** Number of hashes in the index. */
export function hashIndexSize(reader: Reader): number {
  let size = 0;
  for (const [, row] of reader.range(table)) size += entriesOf(row).length;
  return size;
}

function insert(reader: Reader, batch: Batch, digits: string, added: readonly Entry[]): void {
  const key = keyOf(digits);
  const row = reader.get(table, key);
  if (row?.length === 0) {
    for (const [more, entries] of byNextDigit(digits, added)) insert(reader, batch, more, entries);
  } else fill(batch, digits, key, row === undefined ? added : [row, ...added]);
}

/** Writes a bucket, or those that it is divided into. */
function fill(batch: Batch, digits: string, key: Uint8Array, content: readonly Uint8Array[]): void {
  const row = joinBytes(content);
  const isDivided = row.length > bucketBytes && digits.length < mostDigits;
  batch.put(table, key, isDivided ? emptyBytes : row);
  if (!isDivided) return;
  for (const [more, entries] of byNextDigit(digits, entriesOf(row))) fill(batch, more, keyOf(more), entries);
}

const divided = null;

/**
 * Returns what `use` returns for the bucket that has the hash if any has, which it must not keep; undefined without
 * one. `first`: the number of digits to begin with.
 */
function lookFor<T>(
  reader: Reader,
  hash: Hash,
  first: number,
  use: (row: Uint8Array, digits: string) => T,
): T | undefined {
  let length = first;
  const look = () => {
    const digits = digitsOf(hash, length);
    return reader.withValue(table, keyOf(digits), (row) => (row.length === 0 ? divided : use(row, digits)));
  };
  let found = look();
  for (; found === undefined && length > fewestDigits; found = look()) length--;
  for (; found === divided; found = look()) length++;
  return found;
}

/** Digits of buckets that are half full on average. */
function likelyDigits(total: number): number {
  let digits = fewestDigits;
  for (let each = total / 16 ** digits; each > 60 && digits < mostDigits; each /= 16) digits++;
  return digits;
}

const digitsOf = (hash: Hash, count: number): string => hash.slice(2, 2 + count);

function keyOf(digits: string): Uint8Array {
  const bytes = fromHex(`0x${digits}${digits.length % 2 === 1 ? '0' : ''}`);
  return concatBytes(Uint8Array.of(digits.length), bytes);
}

function keptOf(hash: Hash): Uint8Array {
  return fromHex(`0x${hash.slice(4, 4 + 2 * keptBytes)}`);
}

function toEntry(hash: Hash, { height, index }: HashPosition): Entry {
  const writer = new ByteWriter();
  writer.fixed(keptOf(hash));
  writer.integer(height);
  writer.integer(index === undefined ? 0 : index + 1);
  return writer.finish();
}

/** The entries of a row, as views; those that begin with `kept` when it is given. */
function entriesOf(row: Uint8Array, kept?: Uint8Array): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < row.length; ) {
    let end = at + keptBytes;
    for (let numbers = 2; numbers > 0; end++) if ((row[end] ?? 0) < 0x80) numbers--;
    if (kept === undefined || beginsWith(row, at, kept)) entries.push(row.subarray(at, end));
    at = end;
  }
  return entries;
}

function beginsWith(row: Uint8Array, at: number, kept: Uint8Array): boolean {
  for (let byte = 0; byte < kept.length; byte++) if (row[at + byte] !== kept[byte]) return false;
  return true;
}

function positionOf(entry: Entry): HashPosition {
  const reader = new ByteReader(entry.subarray(keptBytes));
  const [height, item] = [reader.integer(), reader.integer()];
  return { height, index: item === 0 ? undefined : item - 1 };
}

function byNextDigit(digits: string, entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const at = digits.length - fewestDigits;
  return grouped(
    entries.map((entry) => {
      const byte = entry[at >> 1] ?? 0;
      return [digits + (at % 2 === 0 ? byte >> 4 : byte & 15).toString(16), entry] as const;
    }),
  );
}

function grouped(pairs: readonly (readonly [string, Entry])[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [digits, entry] of pairs) {
    const group = groups.get(digits);
    if (group === undefined) groups.set(digits, [entry]);
    else group.push(entry);
  }
  return groups;
}
