import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { heightAtEnd, heightKey } from '../../state/keys.ts';
import { tables } from '../../state/tables.ts';
import type { Reader } from '../../store/contract.ts';
import type { BalanceChange, Receipt, SealedHeader, TransactionLocation } from '../contract.ts';
import { decodeBalanceChanges } from './balance-change-row.ts';
import { decodeHeaderRow } from './header-row.ts';
import { decodeLocationRow } from './location-row.ts';
import { decodeLogRow } from './log-row.ts';
import { packedItem, packList, unpackList } from './packed-list.ts';
import { decodeReceiptRow } from './receipt-row.ts';
import { decodeTransactionRow, transactionHashesOfRows } from './transaction-row.ts';

/** Rows of committed blocks, decoded. Lists without a row are empty: whether the block exists, its header tells. */

export function readHeader(reader: Reader, height: number): SealedHeader | undefined {
  return reader.lend(tables.headers, heightKey(height), decodeHeaderRow);
}

export function readHeightOf(reader: Reader, blockHash: Hash): number | undefined {
  const row = reader.get(tables.heightByHash, fromHex(blockHash));
  return row && heightAtEnd(row);
}

export function readLocation(reader: Reader, transactionHash: Hash): TransactionLocation | undefined {
  const row = reader.get(tables.transactionByHash, fromHex(transactionHash));
  return row && decodeLocationRow(row);
}

export function readTransactions(reader: Reader, height: number): readonly Transaction[] {
  const list = reader.get(tables.bodies, heightKey(height));
  return list === undefined ? [] : unpackList(list).map(decodeTransactionRow);
}

export function readTransactionHashes(reader: Reader, height: number): readonly Hash[] {
  return reader.lend(tables.bodies, heightKey(height), transactionHashesOfRows) ?? [];
}

export function readTransaction(reader: Reader, { height, index }: TransactionLocation): Transaction | undefined {
  const list = reader.get(tables.bodies, heightKey(height));
  const row = list && packedItem(list, index);
  return row && decodeTransactionRow(row);
}

export function readReceipts(reader: Reader, height: number): readonly Receipt[] {
  const list = reader.get(tables.receipts, heightKey(height));
  const logsAt = logReader(reader, height);
  return list === undefined ? [] : unpackList(list).map((row) => decodeReceiptRow(row, logsAt));
}

export function readReceipt(reader: Reader, { height, index }: TransactionLocation): Receipt | undefined {
  const list = reader.get(tables.receipts, heightKey(height));
  const row = list && packedItem(list, index);
  return row && decodeReceiptRow(row, logReader(reader, height));
}

/** Events of the block itself. */
export function readEvents(reader: Reader, height: number): readonly Log[] {
  const list = reader.get(tables.blockEvents, heightKey(height));
  return list === undefined ? [] : unpackList(list).map(decodeLogRow);
}

/** Balances changed by the block itself. */
export function readHookChanges(reader: Reader, height: number): readonly BalanceChange[] {
  const row = reader.get(tables.hookChanges, heightKey(height));
  return row === undefined ? [] : decodeBalanceChanges(row);
}

/** Fetches logs of a block by their block-wide index; reads the block's list when the first is asked for. */
function logReader(reader: Reader, height: number): (first: number, count: number) => readonly Log[] {
  let list: Uint8Array | undefined;
  return (first, count) => {
    if (count === 0) return [];
    list ??= reader.get(tables.logs, heightKey(height)) ?? packList([]);
    const logs: Log[] = [];
    for (let index = first; index < first + count; index++) {
      const row = packedItem(list, index);
      if (row === undefined) throw new Error(`corrupt data: block ${height} has no log ${index}`);
      logs.push(decodeLogRow(row));
    }
    return logs;
  };
}
