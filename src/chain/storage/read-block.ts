import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { heightAtEnd } from '../../state/keys.ts';
import type { Reader } from '../../store/types.ts';
import type { BalanceChange, Receipt, SealedHeader, TransactionLocation } from '../types.ts';
import { type BlockPart, blockParts, partKey } from './block-parts.ts';
import { decodeHeaderRow } from './header-row.ts';
import { decodeLogRow } from './log-row.ts';
import { packedItem, packList, unpackList } from './packed-list.ts';
import { decodeBalanceChanges, decodeReceiptRow } from './receipt-row.ts';
import { chainTables } from './tables.ts';
import { decodeHashesRow, decodeLocationRow, decodeTransactionRow, hashOfRow } from './transaction-row.ts';

/** Decoded rows of committed blocks. A list without a row is empty: the block exists if and only if its header does. */

/** The sealed header of a height; undefined when there is no block. */
export function readHeader(reader: Reader, height: number): SealedHeader | undefined {
  return withPart(reader, height, blockParts.header, decodeHeaderRow);
}

/** The height of a block hash; undefined for an unknown hash. */
export function readHeightOf(reader: Reader, blockHash: Hash): number | undefined {
  const row = reader.get(chainTables.heightByHash, fromHex(blockHash));
  return row && heightAtEnd(row);
}

/** The position of a transaction in the chain; undefined for an unknown hash. */
export function readLocation(reader: Reader, transactionHash: Hash): TransactionLocation | undefined {
  const row = reader.get(chainTables.transactionByHash, fromHex(transactionHash));
  return row && decodeLocationRow(row);
}

/** The hashes of a block's transactions, in order. */
export function readTransactionHashes(reader: Reader, height: number): readonly Hash[] {
  return withPart(reader, height, blockParts.hashes, decodeHashesRow) ?? [];
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
export function readTransaction(reader: Reader, { height, index }: TransactionLocation): Transaction | undefined {
  const row = packedItem(readList(reader, height, blockParts.transactions), index);
  if (row === undefined) return undefined;
  const hash = withPart(reader, height, blockParts.hashes, (hashes) => hashOfRow(hashes, index));
  return hash && decodeTransactionRow(row, hash);
}

/** A block's receipts, in order of the transactions. */
export function readReceipts(reader: Reader, height: number): readonly Receipt[] {
  const logsAt = logReader(reader, height);
  return unpackList(readList(reader, height, blockParts.receipts)).map((row) => decodeReceiptRow(row, logsAt));
}

/** The receipt at a position; undefined when there is none. */
export function readReceipt(reader: Reader, { height, index }: TransactionLocation): Receipt | undefined {
  const row = packedItem(readList(reader, height, blockParts.receipts), index);
  return row && decodeReceiptRow(row, logReader(reader, height));
}

/** The logs of a block as a packed list of rows. */
export function readLogRows(reader: Reader, height: number): Uint8Array {
  return readList(reader, height, blockParts.logs);
}

/** Events emitted by the hooks. */
export function readEvents(reader: Reader, height: number): readonly Log[] {
  return unpackList(readList(reader, height, blockParts.events)).map(decodeLogRow);
}

/** Balances changed by the hooks. */
export function readHookChanges(reader: Reader, height: number): readonly BalanceChange[] {
  return withPart(reader, height, blockParts.hookChanges, decodeBalanceChanges) ?? [];
}

/** Reads logs of a block by their block-wide index; the list is read on first use. */
function logReader(reader: Reader, height: number): (first: number, count: number) => readonly Log[] {
  let list: Uint8Array | undefined;
  return (first, count) => {
    if (count === 0) return [];
    list ??= readLogRows(reader, height);
    const logs: Log[] = [];
    for (let index = first; index < first + count; index++) {
      const row = packedItem(list, index);
      if (row === undefined) throw new Error(`corrupt data: block ${height} has no log ${index}`);
      logs.push(decodeLogRow(row));
    }
    return logs;
  };
}

const emptyList = packList([]);

/** A part that is a packed list. */
function readList(reader: Reader, height: number, part: BlockPart): Uint8Array {
  return reader.get(part.table, partKey(height, part)) ?? emptyList;
}

function withPart<T>(reader: Reader, height: number, part: BlockPart, use: (row: Uint8Array) => T): T | undefined {
  return reader.withValue(part.table, partKey(height, part), use);
}
