import { inSteps, type Steps } from '../../primitives/steps.ts';
import {
  appendHeights,
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
import { blockParts, partKey } from './block-parts.ts';
import { anyLog, criteriaOf, includesPrint, type LogTerm, ownRow, printOf } from './log-terms.ts';
import { chainTables } from './tables.ts';

/**
 * Log index: term ‖ chunk → the heights in the chunk with a log that has the term.
 *
 * A block with a great many terms, which would be as many rows, has them in one row of its own; the index has it under
 * two terms only, and a search looks into that row. A block of 100 million gas may have 206,000 topics.
 */

/** Terms of a block that are indexed one by one, in about ten milliseconds. */
const maxIndexed = 8_192;

/** Number of chunks processed together: bounds the memory of a query over the whole chain. */
const windowChunks = 256;

/** Chunks whose rows are read by their keys, which takes no longer than beginning a range. */
const fewChunks = 4;

const termsPerStep = 500;

/** Whether a block with these terms has a row of its own for them. */
export function needsOwnRow(terms: readonly LogTerm[]): boolean {
  return terms.length > maxIndexed;
}

/** The terms under which the index has a block whose logs have these. */
export function indexedTerms(terms: readonly LogTerm[]): readonly LogTerm[] {
  return needsOwnRow(terms) ? [anyLog, ownRow] : terms;
}

/** Adds a block whose logs have the terms. Blocks are added in ascending order. */
export function* indexTerms(reader: Reader, batch: Batch, height: number, terms: readonly LogTerm[]): Steps<void> {
  yield* inSteps(indexedTerms(terms), termsPerStep, (term) => {
    const key = numberedKey(term, chunkOf(height));
    batch.put(chainTables.logIndex, key, appendHeights(reader.get(chainTables.logIndex, key), [height]));
  });
}

/** Removes the blocks from a height on. `terms`: those under which the index has them, and maybe others */
export function unindexTerms(reader: Reader, batch: Batch, fromHeight: number, terms: Iterable<LogTerm>): void {
  const first = chunkOf(fromHeight);
  for (const term of terms) {
    const range = { start: numberedKey(term, first), end: numberedKey(term, Number.MAX_SAFE_INTEGER) };
    for (const [key, set] of reader.range(chainTables.logIndex, range)) {
      const rest = heightAtEnd(key) === first ? heightsBelow(set, fromHeight, first) : undefined;
      if (rest === undefined) batch.remove(chainTables.logIndex, key);
      else batch.put(chainTables.logIndex, key, rest);
    }
  }
}

/** The terms of a block's logs under which the index should have the block and does not. */
export function missingTerms(reader: Reader, height: number, terms: readonly LogTerm[]): readonly LogTerm[] {
  const chunk = chunkOf(height);
  return indexedTerms(terms).filter((term) => {
    const set = reader.get(chainTables.logIndex, numberedKey(term, chunk));
    return set === undefined || !includesHeight(set, height);
  });
}

/** Number of pairs of term and height in the whole index. */
export function logIndexSize(reader: Reader): number {
  let size = 0;
  for (const [, set] of reader.range(chainTables.logIndex)) for (const _ of heightsOf(toBitmap(set), 0)) size++;
  return size;
}

/**
 * Heights that may have a matching log, ascending: every one that has, and few that have not. Yields undefined in
 * between, so that a caller can do other work while the index is read.
 */
export function* candidateHeights(reader: Reader, filter: LogFilter): Iterable<number | undefined> {
  const { fromHeight, toHeight } = filter;
  const isWithin = (height: number) => height >= fromHeight && height <= toHeight;
  const criteria = criteriaOf(filter);
  const prints = criteria.map((terms) => terms.map(printOf));
  const last = chunkOf(toHeight);
  for (let first = chunkOf(fromHeight); first <= last; first += windowChunks) {
    const window = { first, end: Math.min(first + windowChunks, last + 1) };
    const found = yield* chunksWithAll(reader, criteria, window);
    for (const [chunk, bitmap] of yield* chunksWithAny(reader, [ownRow], window)) {
      for (const height of heightsOf(bitmap, chunk)) {
        if (isWithin(height) && hasOwn(reader, height, prints)) addTo(found, chunk, appendHeights(undefined, [height]));
        yield;
      }
    }
    for (const [chunk, bitmap] of [...found].sort(([left], [right]) => left - right)) {
      for (const height of heightsOf(bitmap, chunk)) if (isWithin(height)) yield height;
    }
  }
}

/** Whether the row of a block's own has a term of each criterion, by their prints. */
function hasOwn(reader: Reader, height: number, criteria: readonly (readonly number[])[]): boolean {
  const isIn = (row: Uint8Array) => criteria.every((prints) => prints.some((print) => includesPrint(row, print)));
  return reader.withValue(chainTables.blocks, partKey(height, blockParts.logTerms), isIn) ?? false;
}

type Window = { readonly first: number; readonly end: number };

/** Bitmaps of heights, by chunk; yields between two terms. */
type Lookup<T> = Generator<undefined, T, undefined>;

/** Chunks of the window with the heights that satisfy all criteria. */
function* chunksWithAll(
  reader: Reader,
  criteria: readonly (readonly LogTerm[])[],
  window: Window,
): Lookup<Map<number, Uint8Array>> {
  let found: Map<number, Uint8Array> | undefined;
  for (const terms of criteria) {
    const few = found !== undefined && found.size <= fewChunks ? found.keys() : undefined;
    const matches = yield* few === undefined
      ? chunksWithAny(reader, terms, window)
      : theseChunksWithAny(reader, terms, few);
    found = found === undefined ? matches : intersection(found, matches);
    if (found.size === 0) break;
  }
  return found ?? new Map();
}

function* chunksWithAny(
  reader: Reader,
  terms: readonly LogTerm[],
  { first, end }: Window,
): Lookup<Map<number, Uint8Array>> {
  const united = new Map<number, Uint8Array>();
  for (const term of terms) {
    const range = { start: numberedKey(term, first), end: numberedKey(term, end) };
    for (const [key, set] of reader.range(chainTables.logIndex, range)) addTo(united, heightAtEnd(key), set);
    yield;
  }
  return united;
}

/** The same of a few chunks, each row by its key. */
function* theseChunksWithAny(
  reader: Reader,
  terms: readonly LogTerm[],
  chunks: Iterable<number>,
): Lookup<Map<number, Uint8Array>> {
  const united = new Map<number, Uint8Array>();
  const wanted = [...chunks];
  for (const term of terms) {
    for (const chunk of wanted) {
      reader.withValue(chainTables.logIndex, numberedKey(term, chunk), (set) => addTo(united, chunk, set));
    }
    yield;
  }
  return united;
}

function addTo(bitmaps: Map<number, Uint8Array>, chunk: number, set: Uint8Array): void {
  const known = bitmaps.get(chunk);
  if (known === undefined) bitmaps.set(chunk, toBitmap(set));
  else unionInto(known, set);
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
