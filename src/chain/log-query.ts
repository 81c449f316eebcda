import { addressToBytes } from '../primitives/address.ts';
import { fromHex } from '../primitives/hex.ts';
import { heightKey } from '../state/keys.ts';
import { tables } from '../state/tables.ts';
import type { Reader } from '../store/contract.ts';
import { type LocatedLog, type LogFilter, TooManyLogsError } from './contract.ts';

import { candidateHeights } from './storage/log-index.ts';
import { addressOf, decodeLogRow, topicCountOf, topicOf, transactionIndexOf } from './storage/log-row.ts';
import { packedItem, packedLength } from './storage/packed-list.ts';

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

type Matcher = (row: Uint8Array) => boolean;

function collect(rows: Uint8Array, height: number, matches: Matcher, limit: number, found: LocatedLog[]): void {
  const count = packedLength(rows);
  for (let logIndex = 0; logIndex < count; logIndex++) {
    const row = packedItem(rows, logIndex);
    if (row === undefined || !matches(row)) continue;
    if (found.length === limit) throw new TooManyLogsError(limit);
    found.push({ log: decodeLogRow(row), height, transactionIndex: transactionIndexOf(row), logIndex });
  }
}

/** Compares bytes in place: most rows a query looks at are not decoded. */
function matcherOf({ addresses, topics }: LogFilter): Matcher {
  const wantedAddresses = new Set(addresses.map((address) => toText(addressToBytes(address))));
  const wantedTopics = topics.map((accepted) => new Set(accepted.map((topic) => toText(fromHex(topic)))));
  return (row) => {
    if (wantedAddresses.size > 0 && !wantedAddresses.has(toText(addressOf(row)))) return false;
    if (topicCountOf(row) < wantedTopics.length) return false;
    return wantedTopics.every((wanted, position) => wanted.size === 0 || wanted.has(toText(topicOf(row, position))));
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
