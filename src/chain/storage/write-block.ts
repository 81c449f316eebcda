import { emptyBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { heightKey } from '../../state/keys.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { CommittedBlock } from '../types.ts';
import { indexAccounts } from './account-index.ts';
import { type BlockPart, blockParts, partKey } from './block-parts.ts';
import { encodeHeaderRow } from './header-row.ts';
import { indexLogs } from './log-index.ts';
import { logRowWriter } from './log-row.ts';
import { bytesWriter, encodePackedList, type PackedItemWriter } from './packed-list.ts';
import { encodeBalanceChanges, encodeReceiptRow } from './receipt-row.ts';
import { chainTables } from './tables.ts';
import { encodeHashesRow, encodeLocationRow, transactionRowWriter } from './transaction-row.ts';

/** Adds all rows and index entries of a block to the batch. */
export function writeBlock(reader: Reader, batch: Batch, committed: CommittedBlock): void {
  writeBlockRows(batch, committed);
  const logs = committed.receipts.flatMap((receipt) => receipt.logs);
  indexLogs(reader, batch, committed.block.header.number, logs);
}

/** Adds the rows that belong to this block alone: all but the log index. Returns the number of account index rows. */
export function writeBlockRows(batch: Batch, committed: CommittedBlock): number {
  const { block, receipts } = committed;
  const { header, transactions } = block;
  const height = header.number;
  for (const [part, row] of partsOf(committed)) if (row.length > 0) batch.put(part.table, partKey(height, part), row);
  batch.put(chainTables.heightByHash, fromHex(header.hash), heightKey(height));
  transactions.forEach(({ hash }, index) => {
    batch.put(chainTables.transactionByHash, fromHex(hash), encodeLocationRow({ height, index }));
  });
  return indexAccounts(batch, block, receipts);
}

function partsOf({
  block,
  receipts,
  events,
  hookChanges,
}: CommittedBlock): readonly (readonly [BlockPart, Uint8Array])[] {
  const { header, transactions } = block;
  const logs = receipts.flatMap((receipt, transactionIndex) => receipt.logs.map((log) => ({ log, transactionIndex })));
  const eventLogs = events.map((log) => ({ log, transactionIndex: 0 }));
  return [
    [blockParts.header, encodeHeaderRow(header)],
    [blockParts.hashes, encodeHashesRow(transactions)],
    [blockParts.transactions, listRow(transactions, transactionRowWriter)],
    [blockParts.receipts, listRow(receipts.map(encodeReceiptRow), bytesWriter)],
    [blockParts.logs, listRow(logs, logRowWriter)],
    [blockParts.events, listRow(eventLogs, logRowWriter)],
    [blockParts.hookChanges, encodeBalanceChanges(hookChanges)],
  ];
}

/** The row of an empty list is empty, and not written. */
function listRow<T>(values: readonly T[], packing: PackedItemWriter<T>): Uint8Array {
  return values.length > 0 ? encodePackedList(values, packing) : emptyBytes;
}
