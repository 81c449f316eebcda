import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { inSteps, type Steps } from '../../primitives/steps.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { ChainReader, RemovedBlock } from '../types.ts';
import { touchedAccounts, unindexAccounts } from './account-index.ts';
import { blockParts, partKey } from './block-parts.ts';
import { unindexHashes } from './hash-index.ts';
import { indexedTerms, unindexTerms } from './log-index.ts';
import { type LogTerm, termsOf } from './log-terms.ts';
import { eachLog } from './read-block.ts';
import { chainTables } from './tables.ts';
import { hashesOf } from './write-block.ts';

const transactionsPerStep = 500;

/**
 * Removes all rows and index entries of the blocks from a height on, in steps. Returns their number of transactions.
 * `onLogs` is called with each block that has logs, which can still be read, and the bytes that it is stored in.
 */
export function* removeBlocks(
  reader: Reader,
  chain: ChainReader,
  batch: Batch,
  fromHeight: number,
  onLogs: (block: RemovedBlock, bytes: number) => void = () => {},
): Steps<number> {
  const terms = new Map<string, LogTerm>();
  const accounts = new Set<Address>();
  const hashes: Hash[] = [];
  let transactions = 0;
  for (let height = fromHeight; height <= chain.head().number; height++) {
    const block = chain.block(height);
    const receipts = chain.receipts(height);
    if (block === undefined || receipts === undefined) throw new Error(`block ${height} is missing`);
    removeRows(batch, height);
    const sizes = chain.bodySizes(height);
    if (sizes.logs > 0) onLogs({ block, receipts }, sizes.transactions + sizes.receipts + sizes.logs);
    for (const [hash] of hashesOf(block)) hashes.push(hash);
    yield* inSteps(block.transactions, transactionsPerStep, (tx, index) => {
      for (const account of touchedAccounts(tx, receipts[index])) accounts.add(account);
    });
    for (const term of indexedTerms(yield* termsOf(eachLog(reader, height)))) terms.set(toHex(term), term);
    transactions += block.transactions.length;
    yield;
  }
  unindexHashes(reader, batch, fromHeight, hashes);
  yield;
  unindexAccounts(reader, batch, fromHeight, accounts);
  yield;
  unindexTerms(reader, batch, fromHeight, terms.values());
  return transactions;
}

function removeRows(batch: Batch, height: number): void {
  for (const part of Object.values(blockParts)) batch.remove(chainTables.blocks, partKey(height, part));
}
