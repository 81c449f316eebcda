import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { emptyBytes, joinBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Reader } from '../../store/types.ts';
import type { LogBlooms } from '../bloom.ts';
import type {
  BalanceChange,
  BodySizes,
  Receipt,
  SealedHeader,
  StoredBlockVisitor,
  TransactionLocation,
} from '../types.ts';
import { type BlockPart, blockParts, partKey } from './block-parts.ts';
import { decodeEvents } from './event-row.ts';
import {
  decodeHeaderRow,
  type HeaderPosition,
  hashOfHeaderRow,
  isSmallBlock,
  omitsParentHash,
  partInHeaderRow,
  readHeaderRow,
} from './header-row.ts';
import { decodeLogRow } from './log-row.ts';
import { packedItem, packList, unpackList } from './packed-list.ts';
import { decodeBalanceChanges, decodeReceiptRow, type ReceiptParts } from './receipt-row.ts';
import { chainTables } from './tables.ts';
import { readTotals } from './totals.ts';
import {
  decodeHashesRow,
  decodeTransactionRow,
  hashBytesOfRow,
  hashBytesOfTransactionRow,
  hashOfRow,
  hashOfTransactionRow,
} from './transaction-row.ts';

/** Decoded rows of committed blocks. A list without a row is empty: the block exists if and only if its header does. */

/** The sealed header of a height; undefined when there is no block. */
export function readHeader(reader: Reader, height: number): SealedHeader | undefined {
  const row = headerRowAt(reader, height);
  return row && decodeHeaderRow(row, positionOf(reader, height, row));
}

function headerRowAt(reader: Reader, height: number): Uint8Array | undefined {
  return reader.get(chainTables.blocks, partKey(height, blockParts.header));
}

function positionOf(reader: Reader, number: number, row: Uint8Array): HeaderPosition {
  const parentHash = omitsParentHash(row) ? withHeaderRow(reader, number - 1, hashOfHeaderRow) : undefined;
  return { number, parentHash };
}

/** The newest header, and the number of transactions so far. Throws when the store holds no chain. */
export function readHead(reader: Reader): { readonly head: SealedHeader; readonly transactions: number } {
  const totals = readTotals(reader);
  const head = totals && readHeader(reader, totals.head);
  if (totals === undefined || head === undefined) throw new Error('the store holds no chain');
  return { head, transactions: totals.transactions };
}

/** The hashes of a block's transactions, in order. */
export function readTransactionHashes(reader: Reader, height: number): readonly Hash[] {
  return (
    withPart(reader, height, blockParts.hashes, decodeHashesRow) ??
    unpackList(readList(reader, height, blockParts.transactions)).map(hashOfTransactionRow)
  );
}

/**
 * Shows the header and the hashes of the transactions as they are stored; whether there is such a block. The row of the
 * header is shown where it was read, since a copy takes half as long as reading it; that of a small block is copied,
 * because the row of the parent is read, too.
 */
export function visitStoredBlock(reader: Reader, height: number, visit: StoredBlockVisitor): boolean {
  let hashes = 0;
  const small = withHeaderRow(reader, height, (row) => {
    if (isSmallBlock(row)) return row.slice();
    hashes = visitHeader(row, { number: height, parentHash: undefined }, visit);
    return emptyBytes;
  });
  if (small === undefined) return false;
  if (small.length > 0) visitSmallBlock(reader, height, small, visit);
  else if (hashes > 0) visitHashes(reader, height, visit);
  return true;
}

/** Returns the number of transactions. */
function visitHeader(row: Uint8Array, position: HeaderPosition, visit: StoredBlockVisitor): number {
  const header = readHeaderRow(row, position);
  visit.header(header);
  return header.transactionCount;
}

function visitSmallBlock(reader: Reader, height: number, row: Uint8Array, visit: StoredBlockVisitor): void {
  const hashes = visitHeader(row, positionOf(reader, height, row), visit);
  if (hashes > 0) visit.hashes(hashesOfList(partInHeaderRow(row, blockParts.transactions) ?? emptyList));
}

function visitHashes(reader: Reader, height: number, visit: StoredBlockVisitor): void {
  const visitRow = (row: Uint8Array) => {
    visit.hashes(row);
    return true;
  };
  if (reader.withValue(chainTables.blocks, partKey(height, blockParts.hashes), visitRow) !== undefined) return;
  visit.hashes(hashesOfList(reader.get(chainTables.blocks, partKey(height, blockParts.transactions)) ?? emptyList));
}

/** The hashes of transactions, concatenated, from the list of their rows. */
function hashesOfList(transactions: Uint8Array): Uint8Array {
  return joinBytes(unpackList(transactions).map(hashBytesOfTransactionRow));
}

/** Reads hashes of a block's transactions, 32 bytes each, by their index. Their row is read on first use. */
export function hashReader(reader: Reader, height: number): (index: number) => Uint8Array {
  let row: Uint8Array | undefined;
  let transactions: Uint8Array | undefined;
  return (index) => {
    row ??= copyOfPart(reader, height, blockParts.hashes) ?? emptyBytes;
    if (row.length > 0) return hashBytesOfRow(row, index);
    transactions ??= readList(reader, height, blockParts.transactions);
    const item = packedItem(transactions, index);
    if (item === undefined) throw new Error(`corrupt data: block ${height} has no transaction ${index}`);
    return hashBytesOfTransactionRow(item);
  };
}

/** A block's transactions, in order. */
export function readTransactions(reader: Reader, height: number): readonly Transaction[] {
  const rows = unpackList(readList(reader, height, blockParts.transactions));
  const hashes = withPart(reader, height, blockParts.hashes, decodeHashesRow) ?? rows.map(hashOfTransactionRow);
  return hashes.map((hash, index) => {
    const row = rows[index];
    return existing(row && decodeTransactionRow(row, hash), `transaction ${index}`, height);
  });
}

/** The transaction at a position; undefined when there is none. */
export function readTransaction(reader: Reader, { height, index }: TransactionLocation): Transaction | undefined {
  const row = readItem(reader, height, blockParts.transactions, index);
  if (row === undefined) return undefined;
  const stored = withPart(reader, height, blockParts.hashes, (hashes) => hashOfRow(hashes, index));
  return decodeTransactionRow(row, stored ?? hashOfTransactionRow(row));
}

/** The hash of the transaction at a position; undefined when there is none. */
export function readTransactionHash(reader: Reader, { height, index }: TransactionLocation): Hash | undefined {
  const stored = withPart(reader, height, blockParts.hashes, (hashes) => hashOfRow(hashes, index));
  if (stored !== undefined) return stored;
  return withPart(reader, height, blockParts.transactions, (list) => {
    const row = packedItem(list, index);
    return row && hashOfTransactionRow(row);
  });
}

/** What the receipts of a block are read with, besides their rows. */
export type ReceiptContext = {
  /** makes their blooms when they are read */
  readonly blooms: LogBlooms;
  /** those of the block, and one of them: for the balance changes and the gas price */
  readonly transactions: () => readonly Transaction[];
  readonly transactionAt: (index: number) => Transaction | undefined;
  /** of the block, in wei per gas */
  readonly baseFee: () => bigint | undefined;
};

/** A block's receipts, in order of the transactions. */
export function readReceipts(reader: Reader, height: number, context: ReceiptContext): readonly Receipt[] {
  let all: readonly Transaction[] | undefined;
  const transactionAt = (index: number) => {
    all ??= context.transactions();
    return all[index];
  };
  const parts = receiptParts(reader, height, { ...context, transactionAt });
  const rows = unpackList(readList(reader, height, blockParts.receipts));
  return rows.map((row, index) => decodeReceiptRow(row, index, parts));
}

/** The receipt at a position, like those of `readReceipts`; undefined when there is none. */
export function readReceipt(
  reader: Reader,
  { height, index }: TransactionLocation,
  context: ReceiptContext,
): Receipt | undefined {
  const row = readItem(reader, height, blockParts.receipts, index);
  return row && decodeReceiptRow(row, index, receiptParts(reader, height, context));
}

function receiptParts(
  reader: Reader,
  height: number,
  { blooms, transactionAt, baseFee }: ReceiptContext,
): ReceiptParts {
  return {
    logsAt: logReader(reader, height),
    transactionAt: (index) => existing(transactionAt(index), `transaction ${index}`, height),
    baseFee: () => existing(baseFee(), 'header', height),
    blooms,
  };
}

function existing<T>(found: T | undefined, what: string, height: number): T {
  if (found === undefined) throw new Error(`corrupt data: block ${height} has no ${what}`);
  return found;
}

/** The logs of a block as a packed list of rows. */
export function readLogRows(reader: Reader, height: number): Uint8Array {
  return readList(reader, height, blockParts.logs);
}

/** The logs of a block in order, from the index `first` on, each decoded when it is asked for: there may be 260,000. */
export function* eachLog(reader: Reader, height: number, first = 0): Iterable<Log> {
  const rows = readLogRows(reader, height);
  for (let index = first; ; index++) {
    const row = packedItem(rows, index);
    if (row === undefined) return;
    yield decodeLogRow(row);
  }
}

/** Bytes that the transactions, receipts and logs of a block are stored in. */
export function readBodySizes(reader: Reader, height: number): BodySizes {
  const bytesOf = (part: BlockPart) => withPart(reader, height, part, ({ length }) => length) ?? 0;
  const { transactions, receipts, logs } = blockParts;
  return { transactions: bytesOf(transactions), receipts: bytesOf(receipts), logs: bytesOf(logs) };
}

/** Events emitted by the hooks. */
export function readEvents(reader: Reader, height: number): readonly Log[] {
  return withPart(reader, height, blockParts.events, decodeEvents) ?? [];
}

/** Balances changed by the hooks. */
export function readHookChanges(reader: Reader, height: number): readonly BalanceChange[] {
  return withPart(reader, height, blockParts.hookChanges, decodeBalanceChanges) ?? [];
}

/** Reads logs of a block by their block-wide index; the list is read on first use. */
function logReader(reader: Reader, height: number): ReceiptParts['logsAt'] {
  let list: Uint8Array | undefined;
  return function* (first, count) {
    if (count === 0) return;
    list ??= readLogRows(reader, height);
    for (let index = first; index < first + count; index++) {
      const row = packedItem(list, index);
      if (row === undefined) throw new Error(`corrupt data: block ${height} has no log ${index}`);
      yield decodeLogRow(row);
    }
  };
}

const emptyList = packList([]);

/** A copy of one item of a part that is a packed list, which may be much longer. */
function readItem(reader: Reader, height: number, part: BlockPart, index: number): Uint8Array | undefined {
  return withPart(reader, height, part, (list) => packedItem(list, index)?.slice());
}

/** A part that is a packed list. */
function readList(reader: Reader, height: number, part: BlockPart): Uint8Array {
  return copyOfPart(reader, height, part) ?? emptyList;
}

function copyOfPart(reader: Reader, height: number, part: BlockPart): Uint8Array | undefined {
  const short = withHeaderRow(reader, height, (row) => partInHeaderRow(row, part)?.slice());
  if (short !== undefined) return short.length === 0 ? undefined : short;
  return reader.get(chainTables.blocks, partKey(height, part));
}

/** A part is in the row of the header or, when the block is not small, in a row of its own. */
function withPart<T>(reader: Reader, height: number, part: BlockPart, use: (row: Uint8Array) => T): T | undefined {
  let isInHeaderRow = false;
  const found = withHeaderRow(reader, height, (row) => {
    const short = partInHeaderRow(row, part);
    isInHeaderRow = short !== undefined;
    return short === undefined || short.length === 0 ? undefined : use(short);
  });
  return isInHeaderRow ? found : reader.withValue(chainTables.blocks, partKey(height, part), use);
}

function withHeaderRow<T>(reader: Reader, height: number, use: (row: Uint8Array) => T): T | undefined {
  return reader.withValue(chainTables.blocks, partKey(height, blockParts.header), use);
}
