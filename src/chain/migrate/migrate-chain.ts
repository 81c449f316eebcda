import { concatBytes } from '../../primitives/bytes.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { heightAtEnd } from '../../state/keys.ts';
import { writeReplaced } from '../../state/replaced-values.ts';
import { Batch } from '../../store/batch.ts';
import { countRows } from '../../store/count-rows.ts';
import type { Reader, Row, Store, Table } from '../../store/types.ts';
import { ChainError } from '../chain-error.ts';
import { hashOfHeader } from '../header-codec.ts';
import { termsOf } from '../storage/log-terms.ts';
import { chainTables } from '../storage/tables.ts';
import { readTotals, writeFormat } from '../storage/totals.ts';
import { writeBlockRows } from '../storage/write-block.ts';
import { readBlock } from './format-11/read-block.ts';
import { readReplaced } from './format-11/replaced-values.ts';

/** Called with the progress of a conversion. `stage` changes from 'rows' to 'blocks'. */
export type MigrationProgress = (stage: 'rows' | 'blocks', done: number, total: number) => void;

/** Bytes of keys and values that are written in one commit, about. */
const usualBytes = 1024 * 1024;
const blocksTable = chainTables.blocks;

type Conversion = {
  readonly source: Reader;
  readonly target: Store;
  readonly onProgress: MigrationProgress;
  readonly bytesPerCommit: number;
};

/**
 * Writes the chain of `source`, in data format 11, into `target` in the current format. What has been written by a call
 * that was interrupted is kept: both go through the rows in the order of their keys, so the last one tells where to
 * continue. The source must not have changed since. The format is written last. Throws a ChainError when the source is damaged.
 */
export function migrateChain(
  source: Reader,
  target: Store,
  onProgress: MigrationProgress,
  bytesPerCommit = usualBytes,
): void {
  const conversion = { source, target, onProgress, bytesPerCommit };
  copyTables(conversion);
  convertBlocks(conversion);
  const batch = new Batch();
  writeFormat(batch);
  target.commit(batch);
}

/** All tables but that of the blocks, which is the last one, are as they were. */
function copyTables({ source, target, onProgress, bytesPerCommit }: Conversion): void {
  const tables = Array.from({ length: blocksTable - 1 }, (_, index): Table => index + 1);
  const total = tables.reduce((sum, table) => sum + countRows(source, table), 0);
  let done = tables.reduce((sum, table) => sum + countRows(target, table), 0);
  for (const table of tables) {
    for (;;) {
      const rows = rowsAfter(source, table, lastKey(target, table), bytesPerCommit);
      if (rows.length === 0) break;
      const batch = new Batch();
      for (const [key, value] of rows) batch.put(table, key, value);
      target.commit(batch);
      done += rows.length;
      onProgress('rows', done, total);
    }
  }
  onProgress('rows', total, total);
}

/** The rows after a key, or from the first one on, that have so many bytes together. */
function rowsAfter(reader: Reader, table: Table, last: Uint8Array | undefined, enough: number): readonly Row[] {
  const rows: Row[] = [];
  let bytes = 0;
  for (const row of reader.range(table, last && { start: concatBytes(last, Uint8Array.of(0)) })) {
    rows.push(row);
    bytes += row[0].length + row[1].length;
    if (bytes >= enough) break;
  }
  return rows;
}

function lastKey(reader: Reader, table: Table): Uint8Array | undefined {
  for (const [key] of reader.range(table, { reverse: true, limit: 1 })) return key;
  return undefined;
}

/** A commit ends with a block. */
function convertBlocks({ source, target, onProgress, bytesPerCommit }: Conversion): void {
  const head = readTotals(source)?.head ?? -1;
  const first = firstHeight(source);
  const last = lastKey(target, blocksTable);
  let batch = new Batch();
  let counted = 0;
  let bytes = 0;
  for (let height = last === undefined ? first : heightAtEnd(last.subarray(0, 8)) + 1; height <= head; height++) {
    convertBlock(source, batch, height);
    for (const { key, value } of batch.writes.slice(counted)) bytes += key.length + (value?.length ?? 0);
    counted = batch.writes.length;
    if (bytes < bytesPerCommit && height < head) continue;
    target.commit(batch);
    batch = new Batch();
    counted = 0;
    bytes = 0;
    onProgress('blocks', height + 1 - first, head + 1 - first);
  }
  onProgress('blocks', head + 1 - first, head + 1 - first);
}

/** That of the first row: the first block of a fork is above its origin. */
function firstHeight(source: Reader): number {
  for (const [key] of source.range(blocksTable, { limit: 1 })) return heightAtEnd(key.subarray(0, 8));
  return 0;
}

function convertBlock(source: Reader, batch: Batch, height: number): void {
  const committed = readBlock(source, height);
  if (committed === undefined || hashOfHeader(committed.block.header) !== committed.block.header.hash) {
    const reason = `block ${height} is ${committed === undefined ? 'missing' : 'not that of its hash'}`;
    throw new ChainError({ code: 'corrupt', reason });
  }
  const terms = runToEnd(termsOf(committed.receipts.flatMap(({ logs }) => logs)));
  runToEnd(writeBlockRows(batch, committed, terms));
  const replaced = readReplaced(source, height);
  if (replaced !== undefined) runToEnd(writeReplaced(batch, height, replaced.supply, replaced.values));
}
