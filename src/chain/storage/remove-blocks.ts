import type { Log } from '../../kernel/engine.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { Block, ChainReader } from '../types.ts';
import { unindexAccounts } from './account-index.ts';
import { blockParts, partKey } from './block-parts.ts';
import { unindexLogs } from './log-index.ts';
import { chainTables } from './tables.ts';

/** Removes all rows and index entries of the blocks from a height on. Returns their number of transactions. */
export function removeBlocks(reader: Reader, chain: ChainReader, batch: Batch, fromHeight: number): number {
  const logs: Log[] = [];
  let transactions = 0;
  for (let height = fromHeight; height <= chain.head().number; height++) {
    const block = chain.block(height);
    const receipts = chain.receipts(height);
    if (block === undefined || receipts === undefined) throw new Error(`block ${height} is missing`);
    removeRows(batch, block);
    unindexAccounts(batch, block, receipts);
    for (const receipt of receipts) logs.push(...receipt.logs);
    transactions += block.transactions.length;
  }
  unindexLogs(reader, batch, fromHeight, logs);
  return transactions;
}

function removeRows(batch: Batch, { header, transactions }: Block): void {
  for (const part of Object.values(blockParts)) batch.remove(part.table, partKey(header.number, part));
  batch.remove(chainTables.heightByHash, fromHex(header.hash));
  for (const { hash } of transactions) batch.remove(chainTables.transactionByHash, fromHex(hash));
}
