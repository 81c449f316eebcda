import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';

/** What a proposer reports of its pool in each block. */
export type PoolReport = {
  /** transactions that waited at the proposer */
  readonly waitingTransactions: number;
  /** Total size of the waiting transactions. */
  readonly waitingBytes: number;
};

/**
 * The first byte of the report, by which it differs from every transaction: those begin with their type (EIP-2718),
 * 1 or more, or with 0xc0 and more.
 */
const prefix = 0x00;
const format = 1;
/** Largest number in a report; no pool is larger. */
const maxFigure = 2 ** 40;

const maxReportBytes = 16;

/**
 * The report as the first entry of a block of CometBFT: prefix, format, transactions, bytes. Larger numbers are capped.
 */
export function encodeReportTransaction({ waitingTransactions, waitingBytes }: PoolReport): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(prefix);
  writer.byte(format);
  writer.integer(Math.min(waitingTransactions, maxFigure));
  writer.integer(Math.min(waitingBytes, maxFigure));
  return writer.finish();
}

/** Whether the first byte is reserved for reports: no transaction starts with it. */
export function hasReportPrefix(bytes: Uint8Array): boolean {
  return bytes[0] === prefix;
}

/** The report in an entry of a block; undefined unless the entry is exactly what `encodeReportTransaction` returns. */
export function decodeReportTransaction(bytes: Uint8Array): PoolReport | undefined {
  if (bytes[0] !== prefix || bytes[1] !== format || bytes.length > maxReportBytes) return undefined;
  try {
    const reader = new ByteReader(bytes.subarray(2));
    const report = { waitingTransactions: reader.integer(), waitingBytes: reader.integer() };
    const isCanonical = reader.atEnd && Buffer.compare(encodeReportTransaction(report), bytes) === 0;
    return isCanonical ? report : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
