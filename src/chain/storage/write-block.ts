import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { inSteps, type Steps } from '../../primitives/steps.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { Block, CommittedBlock, Receipt } from '../types.ts';
import { indexAccounts } from './account-index.ts';
import { encodeBalanceChanges } from './balance-change-row.ts';
import { type BlockPart, blockParts, partKey } from './block-parts.ts';
import { encodeEvents } from './event-row.ts';
import { type HashPosition, indexHashes } from './hash-index.ts';
import { encodeHeaderRow } from './header-row.ts';
import { indexTerms, needsOwnRow } from './log-index.ts';
import { logRowWriter } from './log-row.ts';
import { encodePrints, type LogTerm, termsOf } from './log-terms.ts';
import { bytesWriter, encodePackedListInSteps } from './packed-list.ts';
import { encodeReceiptRow } from './receipt-row.ts';
import { chainTables } from './tables.ts';
import { encodeHashesRow, transactionRowWriter } from './transaction-row.ts';

const rowsPerStep = 500;

/** Adds all rows and index entries of a block to the batch. */
export function* writeBlock(reader: Reader, batch: Batch, committed: CommittedBlock): Steps<void> {
  const { block, receipts } = committed;
  const terms = yield* termsOf(receipts.flatMap((receipt) => receipt.logs));
  yield* writeBlockRows(batch, committed, terms);
  yield* indexHashes(reader, batch, hashesOf(block));
  yield* indexAccounts(reader, batch, block, receipts);
  yield* indexTerms(reader, batch, block.header.number, terms);
}

/** Adds the rows that belong to this block alone: all but the indexes. `terms`: of all logs of its receipts */
export function* writeBlockRows(
  batch: Batch,
  { block, receipts, events, hookChanges }: CommittedBlock,
  terms: readonly LogTerm[],
): Steps<void> {
  const { header, transactions } = block;
  const put = (part: BlockPart, row: Uint8Array) => batch.put(chainTables.blocks, partKey(header.number, part), row);
  put(blockParts.header, encodeHeaderRow(header));
  if (transactions.length > 0) {
    put(blockParts.hashes, encodeHashesRow(transactions));
    put(blockParts.transactions, yield* encodePackedListInSteps(transactions, transactionRowWriter));
    put(blockParts.receipts, yield* receiptsRow(receipts, transactions));
  }
  const logs = receipts.flatMap((receipt, transactionIndex) => receipt.logs.map((log) => ({ log, transactionIndex })));
  if (logs.length > 0) put(blockParts.logs, yield* encodePackedListInSteps(logs, logRowWriter));
  if (events.length > 0) put(blockParts.events, encodeEvents(events));
  if (hookChanges.length > 0) put(blockParts.hookChanges, encodeBalanceChanges(hookChanges));
  if (needsOwnRow(terms)) put(blockParts.logTerms, yield* encodePrints(terms));
}

function* receiptsRow(receipts: readonly Receipt[], transactions: readonly Transaction[]): Steps<Uint8Array> {
  const rows: Uint8Array[] = [];
  yield* inSteps(receipts, rowsPerStep, (receipt, index) => {
    const transaction = transactions[index];
    if (transaction !== undefined) rows.push(encodeReceiptRow(receipt, transaction));
  });
  return yield* encodePackedListInSteps(rows, bytesWriter);
}

/** Its own hash and those of its transactions. */
export function* hashesOf({ header, transactions }: Block): Iterable<readonly [Hash, HashPosition]> {
  const height = header.number;
  yield [header.hash, { height, index: undefined }];
  for (const [index, { hash }] of transactions.entries()) yield [hash, { height, index }];
}
