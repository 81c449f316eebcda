import { emptyBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { heightKey } from '../../state/keys.ts';
import { tables } from '../../state/tables.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/contract.ts';
import type { CommittedBlock } from '../contract.ts';
import { indexAccounts } from './account-index.ts';
import { encodeBalanceChanges } from './balance-change-row.ts';
import { type BlockPart, blockParts, partKey } from './block-parts.ts';
import { encodeHeaderRow } from './header-row.ts';
import { encodeLocationRow } from './location-row.ts';
import { indexLogs } from './log-index.ts';
import { encodeLogRow } from './log-row.ts';
import { packList } from './packed-list.ts';
import { encodeReceiptRow } from './receipt-row.ts';
import { encodeHashesRow, encodeTransactionRow } from './transaction-row.ts';

/** Adds every row and index entry of a block to the batch. */
export function writeBlock(reader: Reader, batch: Batch, committed: CommittedBlock): void {
  const { block, receipts } = committed;
  const { header, transactions } = block;
  const height = header.number;
  for (const [part, row] of partsOf(committed)) if (row.length > 0) batch.put(part.table, partKey(height, part), row);
  batch.put(tables.heightByHash, fromHex(header.hash), heightKey(height));
  transactions.forEach(({ hash }, index) => {
    batch.put(tables.transactionByHash, fromHex(hash), encodeLocationRow({ height, index }));
  });
  indexAccounts(batch, block, receipts);
  const logs = receipts.flatMap((receipt) => receipt.logs);
  indexLogs(reader, batch, height, logs);
}

function partsOf({
  block,
  receipts,
  events,
  hookChanges,
}: CommittedBlock): readonly (readonly [BlockPart, Uint8Array])[] {
  const { header, transactions } = block;
  const logRows = receipts.flatMap(({ logs }, index) => logs.map((log) => encodeLogRow(log, index)));
  const eventRows = events.map((event) => encodeLogRow(event, 0));
  return [
    [blockParts.header, encodeHeaderRow(header)],
    [blockParts.hashes, encodeHashesRow(transactions)],
    [blockParts.transactions, listRow(transactions.map(encodeTransactionRow))],
    [blockParts.receipts, listRow(receipts.map(encodeReceiptRow))],
    [blockParts.logs, listRow(logRows)],
    [blockParts.events, listRow(eventRows)],
    [blockParts.hookChanges, encodeBalanceChanges(hookChanges)],
  ];
}

/** An empty list has an empty row, which is not written. */
function listRow(items: readonly Uint8Array[]): Uint8Array {
  return items.length > 0 ? packList(items) : emptyBytes;
}
