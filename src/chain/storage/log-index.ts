import type { Log } from '../../kernel/engine.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { inSteps, runToEnd, type Steps } from '../../primitives/steps.ts';
import {
  appendHeight,
  chunkOf,
  heightsBelow,
  heightsOf,
  includesHeight,
  intersectInto,
  toBitmap,
  unionInto,
} from '../../state/height-set.ts';
import { heightAtEnd, numberedKey } from '../../state/keys.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { LogFilter } from '../types.ts';
import { chainTables } from './tables.ts';

/**
 * Log index: term ‖ chunk → the heights in the chunk with a log that has the term. A term is "any log", an address, or a
 * topic at a position. Of a topic it has the last 20 bytes, since the logs found are compared with the filter anyway.
 */
const anyLog = Uint8Array.of(0);
const addressTerm = (address: Address) => concatBytes(Uint8Array.of(1), addressToBytes(address));
const topicTerm = (position: number, topic: Hash) =>
  concatBytes(Uint8Array.of(2 + position), fromHex(topic).subarray(12));

/** Number of chunks processed together: bounds the memory of a query over the whole chain. */
const windowChunks = 256;

/** Logs and terms that are looked at in one step. */
const logsPerStep = 2_000;
const termsPerStep = 500;

/** Adds the logs of a block. Blocks are added in ascending order. */
export function* indexLogs(reader: Reader, batch: Batch, height: number, logs: Iterable<Log>): Steps<void> {
  yield* inSteps(yield* termsInSteps(logs), termsPerStep, (term) => {
    const key = numberedKey(term, chunkOf(height));
    batch.put(chainTables.logIndex, key, appendHeight(reader.get(chainTables.logIndex, key), height));
  });
}

/** Removes the blocks from a height on. `logs` are all their logs. */
export function unindexLogs(reader: Reader, batch: Batch, fromHeight: number, logs: Iterable<Log>): void {
  const first = chunkOf(fromHeight);
  for (const term of termsOf(logs)) {
    const range = { start: numberedKey(term, first), end: numberedKey(term, Number.MAX_SAFE_INTEGER) };
    for (const [key, set] of reader.range(chainTables.logIndex, range)) {
      const rest = heightAtEnd(key) === first ? heightsBelow(set, fromHeight, first) : undefined;
      if (rest === undefined) batch.remove(chainTables.logIndex, key);
      else batch.put(chainTables.logIndex, key, rest);
    }
  }
}

/** The terms of the logs under which the index does not have the block. */
export function missingLogTerms(reader: Reader, height: number, logs: Iterable<Log>): readonly Uint8Array[] {
  const chunk = chunkOf(height);
  return [...termsOf(logs)].filter((term) => {
    const set = reader.get(chainTables.logIndex, numberedKey(term, chunk));
    return set === undefined || !includesHeight(set, height);
  });
}

/** Number of terms under which the index has a block with these logs. */
export function logTermCount(logs: Iterable<Log>): number {
  return [...termsOf(logs)].length;
}

/** Number of pairs of term and height in the whole index. */
export function logIndexSize(reader: Reader): number {
  let size = 0;
  for (const [, set] of reader.range(chainTables.logIndex)) for (const _ of heightsOf(toBitmap(set), 0)) size++;
  return size;
}

/**
 * Heights that may have a matching log, ascending: every one that has, and few that have not. Yields undefined in between,
 * so that a caller can do other work while the index is read.
 */
export function* candidateHeights(reader: Reader, filter: LogFilter): Iterable<number | undefined> {
  const { fromHeight, toHeight } = filter;
  const criteria = criteriaOf(filter);
  const last = chunkOf(toHeight);
  for (let first = chunkOf(fromHeight); first <= last; first += windowChunks) {
    const window = { first, end: Math.min(first + windowChunks, last + 1) };
    for (const [chunk, bitmap] of yield* chunksWith(reader, criteria, window)) {
      for (const height of heightsOf(bitmap, chunk)) if (height >= fromHeight && height <= toHeight) yield height;
    }
  }
}

/** One list of accepted terms per condition; a log must satisfy each. */
function criteriaOf({ addresses, topics }: LogFilter): readonly (readonly Uint8Array[])[] {
  const conditions = [
    addresses.map(addressTerm),
    ...topics.map((accepted, position) => accepted.map((topic) => topicTerm(position, topic))),
  ].filter((terms) => terms.length > 0);
  return conditions.length === 0 ? [[anyLog]] : conditions;
}

type Window = { readonly first: number; readonly end: number };

/** Bitmaps of heights, by chunk; yields between two terms. */
type Lookup<T> = Generator<undefined, T, undefined>;

/** Chunks of the window, ascending, with the heights that satisfy all criteria. */
function* chunksWith(
  reader: Reader,
  criteria: readonly (readonly Uint8Array[])[],
  window: Window,
): Lookup<readonly (readonly [chunk: number, bitmap: Uint8Array])[]> {
  let found: Map<number, Uint8Array> | undefined;
  for (const terms of criteria) {
    const matches = yield* chunksWithAny(reader, terms, window);
    found = found === undefined ? matches : intersection(found, matches);
    if (found.size === 0) return [];
  }
  return [...(found ?? [])].sort(([left], [right]) => left - right);
}

function* chunksWithAny(
  reader: Reader,
  terms: readonly Uint8Array[],
  { first, end }: Window,
): Lookup<Map<number, Uint8Array>> {
  const united = new Map<number, Uint8Array>();
  for (const term of terms) {
    const range = { start: numberedKey(term, first), end: numberedKey(term, end) };
    for (const [key, set] of reader.range(chainTables.logIndex, range)) {
      const chunk = heightAtEnd(key);
      const known = united.get(chunk);
      if (known === undefined) united.set(chunk, toBitmap(set));
      else unionInto(known, set);
    }
    yield;
  }
  return united;
}

function intersection(left: Map<number, Uint8Array>, right: Map<number, Uint8Array>): Map<number, Uint8Array> {
  const both = new Map<number, Uint8Array>();
  for (const [chunk, bitmap] of left) {
    const other = right.get(chunk);
    if (other === undefined) continue;
    intersectInto(bitmap, other);
    both.set(chunk, bitmap);
  }
  return both;
}

/** The distinct terms of the logs. */
function termsOf(logs: Iterable<Log>): Iterable<Uint8Array> {
  return runToEnd(termsInSteps(logs));
}

function* termsInSteps(logs: Iterable<Log>): Steps<Iterable<Uint8Array>> {
  const terms: Uint8Array[] = [];
  const addresses = new Set<Address>();
  const topicsAt = [new Set<Hash>(), new Set<Hash>(), new Set<Hash>(), new Set<Hash>()];
  let read = 0;
  for (const { address, topics } of logs) {
    if (++read % logsPerStep === 0) yield;
    if (addresses.size === 0) terms.push(anyLog);
    if (addIfNew(addresses, address)) terms.push(addressTerm(address));
    for (const [position, known] of topicsAt.entries()) {
      const topic = topics[position];
      if (topic !== undefined && addIfNew(known, topic)) terms.push(topicTerm(position, topic));
    }
  }
  return terms;
}

/** Adds the item to the set; whether it was not in it before. */
function addIfNew<T>(known: Set<T>, item: T): boolean {
  const before = known.size;
  return known.add(item).size > before;
}
