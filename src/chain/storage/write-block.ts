import { emptyBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { inSteps, type Steps } from '../../primitives/steps.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { Block, CommittedBlock } from '../types.ts';
import { indexAccounts } from './account-index.ts';
import { type BlockPart, blockParts, maxShortBytes, partKey, shortParts } from './block-parts.ts';
import { encodeEvents } from './event-row.ts';
import { type HashPosition, indexHashes } from './hash-index.ts';
import { encodeHeaderRow } from './header-row.ts';
import { indexTerms, needsOwnRow } from './log-index.ts';
import { logRowWriter } from './log-row.ts';
import { encodePrints, type LogTerm, termsOf } from './log-terms.ts';
import { bytesWriter, encodePackedListInSteps, type PackedItemWriter } from './packed-list.ts';
import { encodeBalanceChanges, encodeReceiptRow } from './receipt-row.ts';
import { chainTables } from './tables.ts';
import { encodeHashesRow, transactionRowWriter } from './transaction-row.ts';

/** Rows that are made in one step. */
const rowsPerStep = 500;

/** Adds all rows and index entries of a block to the batch. */
export function* writeBlock(reader: Reader, batch: Batch, committed: CommittedBlock): Steps<void> {
  const { block, receipts } = committed;
  const terms = yield* termsOf(receipts.flatMap((receipt) => receipt.logs));
  yield* writeBlockRows(reader, batch, committed, terms);
  yield* indexHashes(reader, batch, hashesOf(block));
  yield* indexAccounts(reader, batch, block, receipts);
  yield* indexTerms(reader, batch, block.header.number, terms);
}

/** Adds the rows that belong to this block alone: all but the indexes. `terms`: of all logs of its receipts */
export function* writeBlockRows(
  reader: Reader,
  batch: Batch,
  committed: CommittedBlock,
  terms: readonly LogTerm[],
): Steps<void> {
  const { header, transactions } = committed.block;
  const height = header.number;
  const put = (part: BlockPart, row: Uint8Array) => {
    if (row.length > 0) batch.put(chainTables.blocks, partKey(height, part), row);
  };
  const hashes = encodeHashesRow(transactions);
  const parts = yield* partsOf(committed);
  const isShort = hashes.length === 0 && parts.reduce((sum, { length }) => sum + length, 0) <= maxShortBytes;
  if (isShort) {
    const omitsParent = reader.has(chainTables.blocks, partKey(height - 1, blockParts.header));
    put(blockParts.header, encodeHeaderRow(header, { omitsParent, parts }));
  } else {
    put(blockParts.header, encodeHeaderRow(header, { omitsParent: false }));
    put(blockParts.hashes, hashes);
    for (const [index, part] of shortParts.entries()) put(part, parts[index] ?? emptyBytes);
  }
  if (needsOwnRow(terms)) {
    batch.put(chainTables.blocks, partKey(height, blockParts.logTerms), yield* encodePrints(terms));
  }
}

/** Its own hash and those of its transactions. */
export function* hashesOf({ header, transactions }: Block): Iterable<readonly [Hash, HashPosition]> {
  const height = header.number;
  yield [header.hash, { height, index: undefined }];
  for (const [index, { hash }] of transactions.entries()) yield [hash, { height, index }];
}

/** The rows of `shortParts`. */
function* partsOf({ block, receipts, events, hookChanges }: CommittedBlock): Steps<readonly Uint8Array[]> {
  const { header, transactions } = block;
  const logs = receipts.flatMap((receipt, transactionIndex) => receipt.logs.map((log) => ({ log, transactionIndex })));
  const receiptRows: Uint8Array[] = [];
  yield* inSteps(receipts, rowsPerStep, (receipt, index) => {
    const transaction = transactions[index];
    if (transaction !== undefined) receiptRows.push(encodeReceiptRow(receipt, transaction, header.baseFee));
  });
  return [
    yield* listRow(transactions, transactionRowWriter),
    yield* listRow(receiptRows, bytesWriter),
    yield* listRow(logs, logRowWriter),
    encodeEvents(events),
    encodeBalanceChanges(hookChanges),
  ];
}

/** The row of an empty list is empty, and not written. */
function* listRow<T>(values: readonly T[], packing: PackedItemWriter<T>): Steps<Uint8Array> {
  return values.length > 0 ? yield* encodePackedListInSteps(values, packing) : emptyBytes;
}
