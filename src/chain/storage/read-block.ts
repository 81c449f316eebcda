import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import type { Reader } from '../../store/types.ts';
import type { BalanceChange, BodySizes, Receipt, SealedHeader, TransactionLocation } from '../types.ts';
import { decodeBalanceChanges } from './balance-change-row.ts';
import { type BlockPart, blockParts, partKey } from './block-parts.ts';
import { decodeEvents } from './event-row.ts';
import { decodeHeaderRow } from './header-row.ts';
import { decodeLogRow } from './log-row.ts';
import { packedItem, packList, unpackList } from './packed-list.ts';
import { decodeReceiptRow, type ReceiptParts } from './receipt-row.ts';
import { chainTables } from './tables.ts';
import { readTotals } from './totals.ts';
import { decodeHashesRow, decodeTransactionRow, hashOfRow } from './transaction-row.ts';

/** Decoded rows of committed blocks. A list without a row is empty: the block exists if and only if its header does. */

/** The sealed header of a height; undefined when there is no block. */
export function readHeader(reader: Reader, height: number): SealedHeader | undefined {
  const row = readPart(reader, height, blockParts.header);
  return row && decodeHeaderRow(row, height);
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
  return withPart(reader, height, blockParts.hashes, decodeHashesRow) ?? [];
}

/** Reads hashes of a block's transactions, 32 bytes each, by their index. Their row is read on first use. */
export function hashReader(reader: Reader, height: number): (index: number) => Uint8Array {
  let row: Uint8Array | undefined;
  return (index) => {
    row ??= readPart(reader, height, blockParts.hashes) ?? emptyBytes;
    const hash = hashOfRow(row, index);
    if (hash.length === 0) throw new Error(`corrupt data: block ${height} has no transaction ${index}`);
    return hash;
  };
}

/** A block's transactions, in order. */
export function readTransactions(reader: Reader, height: number): readonly Transaction[] {
  const rows = unpackList(readList(reader, height, blockParts.transactions));
  return readTransactionHashes(reader, height).map((hash, index) => {
    const row = rows[index];
    if (row === undefined) throw new Error(`corrupt data: block ${height} has no transaction ${index}`);
    return decodeTransactionRow(row, hash);
  });
}

/** The transaction at a position; undefined when there is none. */
export function readTransaction(reader: Reader, at: TransactionLocation): Transaction | undefined {
  const row = readItem(reader, at, blockParts.transactions);
  const hash = row && readTransactionHash(reader, at);
  return hash && decodeTransactionRow(row, hash);
}

/** The hash of the transaction at a position; undefined when there is none. */
export function readTransactionHash(reader: Reader, { height, index }: TransactionLocation): Hash | undefined {
  const hash = withPart(reader, height, blockParts.hashes, (row) => hashOfRow(row, index)) ?? emptyBytes;
  return hash.length === 0 ? undefined : hashFromBytes(hash);
}

/** What the receipts of a block are read with, besides their rows. */
export type ReceiptContext = Omit<ReceiptParts, 'logsAt'>;

/** A block's receipts, in order of the transactions. */
export function readReceipts(reader: Reader, height: number, context: ReceiptContext): readonly Receipt[] {
  const parts = { ...context, logsAt: logReader(reader, height) };
  const rows = unpackList(readList(reader, height, blockParts.receipts));
  return rows.map((row, index) => decodeReceiptRow(row, index, parts));
}

/** The receipt at a position, like those of `readReceipts`; undefined when there is none. */
export function readReceipt(reader: Reader, at: TransactionLocation, context: ReceiptContext): Receipt | undefined {
  const row = readItem(reader, at, blockParts.receipts);
  return row && decodeReceiptRow(row, at.index, { ...context, logsAt: logReader(reader, at.height) });
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

const emptyList = packList([]);

/** A copy of one item of a part that is a packed list, which may be much longer. */
function readItem(reader: Reader, at: TransactionLocation, part: BlockPart): Uint8Array | undefined {
  return withPart(reader, at.height, part, (list) => packedItem(list, at.index)?.slice());
}

function readList(reader: Reader, height: number, part: BlockPart): Uint8Array {
  return readPart(reader, height, part) ?? emptyList;
}

/** The row of a part; undefined when there is none. */
function readPart(reader: Reader, height: number, part: BlockPart): Uint8Array | undefined {
  return reader.get(chainTables.blocks, partKey(height, part));
}

/** The same without a copy: see `Reader.withValue`. */
function withPart<T>(reader: Reader, height: number, part: BlockPart, use: (row: Uint8Array) => T): T | undefined {
  return reader.withValue(chainTables.blocks, partKey(height, part), use);
}
