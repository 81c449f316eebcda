import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import { chainTables } from './tables.ts';

/** Counters of the whole chain. */
export type ChainTotals = {
  /** height of the newest block */
  readonly head: number;
  /** transactions in all blocks */
  readonly transactions: number;
};

const totalsKey = Buffer.from('totals');
const genesisKey = Buffer.from('genesis');
const formatKey = Buffer.from('format');

/** Version of the data format: of all keys and rows. Data of another version would be misread. */
export const dataFormat = 12;
/** Older versions that `qord migrate` converts. */
export const convertibleFormats: readonly number[] = [11];

/** undefined in a store without a chain. */
export function readTotals(reader: Reader): ChainTotals | undefined {
  const row = reader.get(chainTables.chainTotals, totalsKey);
  if (row === undefined) return undefined;
  const fields = new ByteReader(row);
  return { head: fields.integer(), transactions: fields.integer() };
}

/** Adds the counters of the chain to the batch. */
export function writeTotals(batch: Batch, { head, transactions }: ChainTotals): void {
  const writer = new ByteWriter();
  writer.integer(head);
  writer.integer(transactions);
  batch.put(chainTables.chainTotals, totalsKey, writer.finish());
}

/** The version in which a chain was written; version 1 did not store it. */
export function readFormat(reader: Reader): number {
  const row = reader.get(chainTables.chainTotals, formatKey);
  return row === undefined ? 1 : new ByteReader(row).integer();
}

/** Adds the version of the data format to the batch. */
export function writeFormat(batch: Batch): void {
  const writer = new ByteWriter();
  writer.integer(dataFormat);
  batch.put(chainTables.chainTotals, formatKey, writer.finish());
}

/** The text of the chain's genesis document; undefined in a store without a chain. */
export function readGenesisText(reader: Reader): string | undefined {
  const row = reader.get(chainTables.chainTotals, genesisKey);
  return row === undefined ? undefined : Buffer.from(row).toString('utf8');
}

/** Adds the genesis document to the batch. */
export function writeGenesisText(batch: Batch, text: string): void {
  batch.put(chainTables.chainTotals, genesisKey, Buffer.from(text, 'utf8'));
}
