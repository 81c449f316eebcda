import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { toHex } from '../../primitives/hex.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import { LogBlooms, unionOfBlooms } from '../bloom.ts';
import { orderedRoot } from '../ordered-root.ts';
import { encodeReceiptRlp } from '../receipt-rlp.ts';
import { toBlock } from '../seal-block.ts';
import { missingTouches } from '../storage/account-index.ts';
import { positionsOf } from '../storage/hash-index.ts';
import { indexedTerms, missingTerms } from '../storage/log-index.ts';
import { termsOf } from '../storage/log-terms.ts';
import { readEvents, readHookChanges, readReceipts, readTransactions } from '../storage/read-block.ts';
import { hashesOf, writeBlockRows } from '../storage/write-block.ts';
import type { CommittedBlock, Receipt, SealedHeader } from '../types.ts';

/** Expected numbers of what the indexes have. */
export type IndexCounts = { transactions: number; touchedAccounts: number; logTerms: number };

/** What the check of a block depends on. */
type Expectation = {
  /** header of the previous block */
  readonly parent: SealedHeader | undefined;
  /** false on development networks, where transactions of impersonated senders have no valid signature */
  readonly checksSenders: boolean;
};

/** Checks the block of a stored header. Adds to `counts`. */
export function blockFaults(
  reader: Reader,
  header: SealedHeader,
  expectation: Expectation,
  counts: IndexCounts,
): readonly string[] {
  const height = header.number;
  const transactions = readTransactions(reader, height);
  const receipts = readReceipts(reader, height, {
    blooms: new LogBlooms(),
    transactionAt: (index) => transactions[index],
  });
  const committed = {
    block: { header, transactions },
    receipts,
    events: readEvents(reader, height),
    hookChanges: readHookChanges(reader, height),
  };
  return [
    ...headerFaults(header, expectation.parent, transactions),
    ...transactions.flatMap((tx, index) => transactionFaults(tx, index, expectation.checksSenders)),
    ...receiptFaults(header, transactions, receipts),
    ...indexFaults(reader, committed, counts),
  ];
}

function headerFaults(
  header: SealedHeader,
  parent: SealedHeader | undefined,
  transactions: readonly Transaction[],
): string[] {
  const { hash, size } = toBlock(header, transactions).header;
  const root = orderedRoot(transactions.map(({ raw }) => raw));
  return [
    ...differs('hash', header.hash, hash),
    ...differs('parent hash', header.parentHash, parent?.hash ?? header.parentHash),
    ...differs('size', header.size, size),
    ...differs('number of transactions', header.transactionCount, transactions.length),
    ...differs('transactions root', header.transactionsRoot, root),
    ...(parent !== undefined && header.timestamp < parent.timestamp
      ? ['its timestamp is before that of its parent']
      : []),
  ];
}

function transactionFaults({ hash, raw, sender }: Transaction, index: number, checksSender: boolean): string[] {
  const name = `transaction ${index}`;
  const wrongHash = differs(`hash of ${name}`, hash, keccakHash(raw));
  return wrongHash.length > 0 || !checksSender
    ? wrongHash
    : differs(`sender of ${name}`, sender, decodeTransaction(raw).sender);
}

function receiptFaults(
  header: SealedHeader,
  transactions: readonly Transaction[],
  receipts: readonly Receipt[],
): string[] {
  if (receipts.length !== transactions.length) {
    return [`it has ${receipts.length} receipts for ${transactions.length} transactions`];
  }
  const blooms = receipts.map(({ logsBloom }) => logsBloom);
  return [
    ...differs('receipts root', header.receiptsRoot, orderedRoot(receipts.map(encodeReceiptRlp))),
    ...differs('logs bloom', header.logsBloom, unionOfBlooms(blooms)),
    ...differs('gas used', header.gasUsed, receipts.at(-1)?.cumulativeGasUsed ?? 0n),
  ];
}

/**
 * Every row of the block must be what `writeBlockRows` would write, and the indexes must have the block.
 */
function indexFaults(reader: Reader, committed: CommittedBlock, counts: IndexCounts): string[] {
  const { block, receipts } = committed;
  const batch = new Batch();
  const terms = runToEnd(termsOf(receipts.flatMap((receipt) => receipt.logs)));
  runToEnd(writeBlockRows(batch, committed, terms));
  const { touched, missing: missingAccounts } = missingTouches(reader, block, receipts);
  counts.touchedAccounts += touched;
  counts.transactions += block.transactions.length;
  counts.logTerms += new Set(indexedTerms(terms).map((term) => toHex(term))).size; // two topics may have the same term
  const rows = batch.writes.flatMap(({ table, key, value }) => {
    const stored = reader.get(table, key);
    if (stored !== undefined && value !== undefined && equalBytes(stored, value)) return [];
    return [
      `the row ${Buffer.from(key).toString('hex')} of table ${table} is ${stored === undefined ? 'missing' : 'wrong'}`,
    ];
  });
  const missingHashes = [...hashesOf(block)].filter(
    ([hash, { height, index }]) =>
      !positionsOf(reader, hash, 0).some((position) => position.height === height && position.index === index),
  );
  const missing = missingTerms(reader, block.header.number, terms);
  return [
    ...rows,
    ...missingHashes.map(([hash]) => `the index of hashes does not have ${hash}`),
    ...missingAccounts.map((account) => `the index of accounts does not have it under ${account}`),
    ...missing.map((term) => `the index of logs does not have it under ${Buffer.from(term).toString('hex')}`),
  ];
}

function differs<T>(what: string, stored: T, computed: T): string[] {
  return stored === computed ? [] : [`its ${what} is ${stored}, but should be ${computed}`];
}
