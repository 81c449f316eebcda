import { fromHex } from '../../primitives/hex.ts';
import { heightKey } from '../../state/keys.ts';
import { tables } from '../../state/tables.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/contract.ts';
import type { CommittedBlock } from '../contract.ts';
import { indexAccounts } from './account-index.ts';
import { encodeBalanceChanges } from './balance-change-row.ts';
import { encodeHeaderRow } from './header-row.ts';
import { encodeLocationRow } from './location-row.ts';
import { indexLogs } from './log-index.ts';
import { encodeLogRow } from './log-row.ts';
import { packList } from './packed-list.ts';
import { encodeReceiptRow } from './receipt-row.ts';
import { encodeTransactionRow } from './transaction-row.ts';

/** Adds every row and index entry of a block to the batch. Empty lists have no row. */
export function writeBlock(
  reader: Reader,
  batch: Batch,
  { block, receipts, events, hookChanges }: CommittedBlock,
): void {
  const { header, transactions } = block;
  const key = heightKey(header.number);
  const logs = receipts.flatMap((receipt, index) => receipt.logs.map((log) => encodeLogRow(log, index)));
  batch.put(tables.headers, key, encodeHeaderRow(header));
  batch.put(tables.heightByHash, fromHex(header.hash), key);
  putList(batch, tables.bodies, key, transactions.map(encodeTransactionRow));
  putList(batch, tables.receipts, key, receipts.map(encodeReceiptRow));
  putList(batch, tables.logs, key, logs);
  putList(
    batch,
    tables.blockEvents,
    key,
    events.map((event) => encodeLogRow(event, 0)),
  );
  if (hookChanges.length > 0) batch.put(tables.hookChanges, key, encodeBalanceChanges(hookChanges));
  transactions.forEach(({ hash }, index) => {
    batch.put(tables.transactionByHash, fromHex(hash), encodeLocationRow({ height: header.number, index }));
  });
  indexAccounts(batch, block, receipts);
  indexLogs(
    reader,
    batch,
    header.number,
    receipts.flatMap((receipt) => receipt.logs),
  );
}

function putList(batch: Batch, table: number, key: Uint8Array, items: readonly Uint8Array[]): void {
  if (items.length > 0) batch.put(table, key, packList(items));
}
