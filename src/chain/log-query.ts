import type { Log } from '../kernel/engine.ts';
import { addressToBytes } from '../primitives/address.ts';
import { fromHex } from '../primitives/hex.ts';
import { heightKey } from '../state/keys.ts';
import { tables } from '../state/tables.ts';
import type { Reader } from '../store/contract.ts';
import { type LocatedLog, type LogFilter, TooManyLogsError } from './contract.ts';
import { candidateHeights } from './storage/log-index.ts';
import { addressOf, decodeLogRow, topicCountOf, topicOf, transactionIndexOf } from './storage/log-row.ts';
import { unpackList } from './storage/packed-list.ts';

/** Logs in chain order that match the filter. Throws a TooManyLogsError at the first beyond its limit. */
export function findLogs(reader: Reader, filter: LogFilter): readonly LocatedLog[] {
  const matches = matcherOf(filter);
  const found: LocatedLog[] = [];
  for (const height of candidateHeights(reader, filter)) {
    const rows = reader.get(tables.logs, heightKey(height));
    if (rows !== undefined) collect(rows, height, matches, filter.limit, found);
  }
  return found;
}

/** A log whose row is decoded only when somebody looks into it. */
class StoredLog implements LocatedLog {
  readonly height: number;
  readonly logIndex: number;
  readonly #row: Uint8Array;
  #log: Log | undefined;

  constructor(row: Uint8Array, height: number, logIndex: number) {
    this.#row = row;
    this.height = height;
    this.logIndex = logIndex;
  }

  get log(): Log {
    this.#log ??= decodeLogRow(this.#row);
    return this.#log;
  }

  get transactionIndex(): number {
    return transactionIndexOf(this.#row);
  }
}

type Matcher = (row: Uint8Array) => boolean;

function collect(rows: Uint8Array, height: number, matches: Matcher, limit: number, found: LocatedLog[]): void {
  for (const [logIndex, row] of unpackList(rows).entries()) {
    if (!matches(row)) continue;
    if (found.length === limit) throw new TooManyLogsError(limit);
    found.push(new StoredLog(row, height, logIndex));
  }
}

/** Compares bytes in place: most rows a query looks at are not decoded. */
function matcherOf({ addresses, topics }: LogFilter): Matcher {
  const isWantedAddress = oneOf(addresses.map(addressToBytes));
  const isWantedTopic = topics.map((accepted) => oneOf(accepted.map(fromHex)));
  return (row) => {
    if (!isWantedAddress(addressOf(row)) || topicCountOf(row) < isWantedTopic.length) return false;
    return isWantedTopic.every((isWanted, position) => isWanted(topicOf(row, position)));
  };
}

/** Whether bytes are among the wanted; anything is when none are named. */
function oneOf(wanted: readonly Uint8Array[]): (bytes: Uint8Array) => boolean {
  const [only] = wanted;
  if (only === undefined) return () => true;
  if (wanted.length === 1) return (bytes) => Buffer.compare(bytes, only) === 0;
  const texts = new Set(wanted.map(toText));
  return (bytes) => texts.has(toText(bytes));
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
