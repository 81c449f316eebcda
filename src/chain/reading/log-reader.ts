import type { Log } from '../../kernel/engine.ts';
import { addressToBytes } from '../../primitives/address.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { Reader } from '../../store/types.ts';
import { candidateHeights } from '../storage/log-index.ts';
import { addressOffset, decodeLogRow, topicCountOffset, topicOffset, transactionIndexOf } from '../storage/log-row.ts';
import { forEachItemRange } from '../storage/packed-list.ts';
import { readLogRows } from '../storage/read-block.ts';
import {
  type BlockReader,
  type LocatedLog,
  type LogFilter,
  type LogReader,
  type LogSearch,
  TooManyLogsError,
} from '../types.ts';
import { cached, type ReadCaches } from './read-caches.ts';

/**
 * Log rows of a block up to this many bytes are kept as a whole by the logs found in them; of longer ones the matches
 * are copied when they are few, since a result may refer to thousands of blocks.
 */
const smallRowsBytes = 4096;

/** Finds logs up to the head, with a cache of the rows of blocks. */
export class StoredLogs implements LogReader {
  readonly #reader: Reader;
  readonly #blocks: Pick<BlockReader, 'head'>;
  readonly #rows: ReadCaches['logRows'];

  constructor(reader: Reader, blocks: Pick<BlockReader, 'head'>, rows: ReadCaches['logRows']) {
    this.#reader = reader;
    this.#blocks = blocks;
    this.#rows = rows;
  }

  find(filter: LogFilter): readonly LocatedLog[] {
    return findLogs(this.#reader, this.#upToHead(filter), this.#rowsOf);
  }

  search(filter: LogFilter, beforeBlock?: (height: number) => void): LogSearch {
    const rowsOf = (height: number) => {
      beforeBlock?.(height);
      return this.#rowsOf(height);
    };
    return searchLogs(this.#reader, this.#upToHead(filter), rowsOf);
  }

  readonly #rowsOf = (height: number): Uint8Array =>
    cached(this.#rows, height, () => readLogRows(this.#reader, height));

  #upToHead(filter: LogFilter): LogFilter {
    return { ...filter, toHeight: Math.min(filter.toHeight, this.#blocks.head().number) };
  }
}

/** The log rows of a block, as a packed list. */
type LogRows = (height: number) => Uint8Array;

/** The logs that match the filter, in chain order. Throws a TooManyLogsError when they are more than its limit. */
export function findLogs(reader: Reader, filter: LogFilter, rowsOf?: LogRows): readonly LocatedLog[] {
  const search = searchLogs(reader, filter, rowsOf);
  for (let step = search.next(); ; step = search.next()) if (step.done === true) return step.value;
}

/** The same in steps of about a millisecond at most, for callers that do other work in between. */
function* searchLogs(
  reader: Reader,
  filter: LogFilter,
  rowsOf: LogRows = (height) => readLogRows(reader, height),
): LogSearch {
  const matches = matcherOf(filter);
  const found: LocatedLog[] = [];
  for (const height of candidateHeights(reader, filter)) {
    if (height !== undefined) collect(rowsOf(height), height, matches, filter.limit, found);
    yield;
  }
  return found;
}

/** A log that is decoded whenever it is read, and not kept: a block may have 260,000, which would take 60 MB. */
class StoredLog implements LocatedLog {
  readonly height: number;
  readonly logIndex: number;
  readonly #rows: Uint8Array;
  readonly #from: number;
  readonly #end: number;

  constructor(rows: Uint8Array, from: number, end: number, height: number, logIndex: number) {
    this.#rows = rows;
    this.#from = from;
    this.#end = end;
    this.height = height;
    this.logIndex = logIndex;
  }

  get log(): Log {
    return decodeLogRow(this.#row());
  }

  get transactionIndex(): number {
    return transactionIndexOf(this.#row());
  }

  #row(): Uint8Array {
    return this.#rows.subarray(this.#from, this.#end);
  }
}

type Matcher = (rows: Uint8Array, from: number) => boolean;

type RowRange = { readonly from: number; readonly end: number; readonly logIndex: number };

function collect(rows: Uint8Array, height: number, matches: Matcher, limit: number, found: LocatedLog[]): void {
  const ranges: RowRange[] = [];
  forEachItemRange(rows, (from, end, logIndex) => {
    if (!matches(rows, from)) return;
    if (found.length + ranges.length === limit) throw new TooManyLogsError(limit);
    ranges.push({ from, end, logIndex });
  });
  const bytes = ranges.reduce((sum, { from, end }) => sum + end - from, 0);
  const isKept = rows.length < smallRowsBytes || bytes * 4 > rows.length;
  const kept = isKept ? rows : new Uint8Array(bytes);
  let at = 0;
  for (const { from, end, logIndex } of ranges) {
    if (!isKept) kept.set(rows.subarray(from, end), at);
    const start = isKept ? from : at;
    found.push(new StoredLog(kept, start, start + end - from, height, logIndex));
    at += end - from;
  }
}

/** Compares encoded bytes: most rows that a query reads are never decoded. */
function matcherOf({ addresses, topics }: LogFilter): Matcher {
  const matchesAddress = oneOf(addresses.map(addressToBytes));
  const topicMatchers = topics.map((accepted) => oneOf(accepted.map(fromHex)));
  return (rows, from) => {
    if (!matchesAddress(rows, from + addressOffset)) return false;
    if ((rows[from + topicCountOffset] ?? 0) < topicMatchers.length) return false;
    return topicMatchers.every((matches, position) => matches(rows, from + topicOffset(position)));
  };
}

/** Whether the bytes at an offset are one of `wanted`, all of the same length; always true when `wanted` is empty. */
function oneOf(wanted: readonly Uint8Array[]): (bytes: Uint8Array, at: number) => boolean {
  const [first] = wanted;
  if (first === undefined) return () => true;
  if (wanted.length === 1) return (bytes, at) => isAt(bytes, at, first);
  const texts = new Set(wanted.map(toText));
  return (bytes, at) => texts.has(toText(bytes.subarray(at, at + first.length)));
}

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = wanted.length - 1; i >= 0; i--) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
