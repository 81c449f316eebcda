import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { concatBytes, joinBytes } from '../../primitives/bytes.ts';
import { inSteps, runToEnd, type Steps } from '../../primitives/steps.ts';
import { heightAtEnd, numberedKey } from '../../state/keys.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { AccountTransaction, Block, Receipt, TransactionLocation } from '../types.ts';
import { hashReader } from './read-block.ts';
import { chainTables } from './tables.ts';

/**
 * Account index: account ‖ chunk of heights → for each block of the chunk with transactions that touched the account,
 * in order: its height within the chunk, its timestamp less that of the first block of the row, the number of these
 * transactions, and for each its index in the block with its status. A transaction takes a few bytes; its hash is read
 * from the rows of its block. All transactions are indexed in the same way under a key of their own, so that a history of
 * all of them does not walk over empty blocks.
 */
const table = chainTables.accountTransactions;
const chunkSpan = 16;
/** Whose transactions a row has: those of an account, or all. */
export type HistoryOwner = Address | typeof allTransactions;
const allTransactions = 'all';
/**
 * Longer than an address, and above the rows of every account: a height begins with a zero byte. So no row of an account
 * is between two of it, nor the other way round.
 */
const allPrefix = new Uint8Array(21).fill(0xff);
const rowsPerStep = 1_000;

/** The transactions of one block that touched an account: their indexes, ascending, with their status. */
type Touches = { readonly height: number; readonly timestamp: number; readonly items: readonly Touch[] };
type Touch = { readonly index: number; readonly status: Receipt['status'] };

/** Adds a block's transactions to the index of every account they touched. Blocks are added in ascending order. */
export function* indexAccounts(reader: Reader, batch: Batch, block: Block, receipts: readonly Receipt[]): Steps<void> {
  const touched = yield* touchesByAccount(block, receipts);
  yield* inSteps(touched, rowsPerStep, ([account, touches]) => {
    const key = rowKey(account, touches.height);
    const row = reader.get(table, key);
    const first = row === undefined ? touches.timestamp : firstTimestamp(row);
    const added = encodeTouches(touches, row === undefined ? 0 : first);
    batch.put(table, key, row === undefined ? added : concatBytes(row, added));
  });
}

/** Removes the blocks from a height on from the index of these accounts. */
export function unindexAccounts(reader: Reader, batch: Batch, fromHeight: number, accounts: Iterable<Address>): void {
  for (const account of [allTransactions, ...accounts] as const) {
    const range = { start: rowKey(account, fromHeight), end: endOf(account) };
    for (const [key, row] of reader.range(table, range)) {
      const kept = decodeRow(key, row).filter(({ height }) => height < fromHeight);
      if (kept.length === 0) batch.remove(table, key);
      else batch.put(table, key, encodeRow(kept));
    }
  }
}

/** The accounts that the block touched and whose index does not have that, with the number of those that it touched. */
export function missingTouches(
  reader: Reader,
  block: Block,
  receipts: readonly Receipt[],
): { readonly touched: number; readonly missing: readonly HistoryOwner[] } {
  const touched = runToEnd(touchesByAccount(block, receipts));
  const missing: HistoryOwner[] = [];
  for (const [account, touches] of touched) {
    const key = rowKey(account, touches.height);
    const row = reader.get(table, key);
    const found = row && decodeRow(key, row).find(({ height }) => height === touches.height);
    if (found === undefined || !equalTouches(found, touches)) missing.push(account);
  }
  return { touched: touched.size, missing };
}

/** Number of pairs of account and block in the whole index. */
export function accountIndexSize(reader: Reader): number {
  let size = 0;
  for (const [key, row] of reader.range(table)) size += decodeRow(key, row).length;
  return size;
}

/** The transactions that touched the account, newest first, strictly before `before` when given; at most `limit`. */
export function findTransactionsOf(
  reader: Reader,
  account: HistoryOwner,
  before: TransactionLocation | undefined,
  limit: number,
): readonly AccountTransaction[] {
  const found: AccountTransaction[] = [];
  if (limit <= 0) return found;
  const start = rowKey(account, 0);
  const end = before === undefined ? endOf(account) : rowKey(account, before.height + chunkSpan);
  for (const [key, row] of reader.range(table, { start, end, reverse: true })) {
    for (const { height, timestamp, items } of decodeRow(key, row).reverse()) {
      if (before !== undefined && height > before.height) continue;
      const below = height === before?.height ? before.index : Number.POSITIVE_INFINITY;
      const hashAt = hashReader(reader, height);
      for (const { index, status } of items.toReversed()) {
        if (index >= below) continue;
        found.push({ height, index, hash: hashAt(index), timestamp, status });
        if (found.length === limit) return found;
      }
    }
  }
  return found;
}

/**
 * The transactions that touched the account in blocks above a height, oldest first: whole blocks, until there are
 * `limit`.
 */
export function findTransactionsAfter(
  reader: Reader,
  account: Address,
  height: number,
  limit: number,
): readonly AccountTransaction[] {
  const found: AccountTransaction[] = [];
  if (limit <= 0) return found;
  for (const [key, row] of reader.range(table, { start: rowKey(account, height + 1), end: endOf(account) })) {
    for (const { height: at, timestamp, items } of decodeRow(key, row)) {
      if (at <= height) continue;
      const hashAt = hashReader(reader, at);
      for (const { index, status } of items) found.push({ height: at, index, hash: hashAt(index), timestamp, status });
      if (found.length >= limit) return found;
    }
  }
  return found;
}

function rowKey(account: HistoryOwner, height: number): Uint8Array {
  return numberedKey(prefixOf(account), Math.floor(height / chunkSpan));
}

/** A key after all rows of the account. */
function endOf(account: HistoryOwner): Uint8Array {
  return numberedKey(prefixOf(account), Number.MAX_SAFE_INTEGER);
}

function prefixOf(owner: HistoryOwner): Uint8Array {
  return owner === allTransactions ? allPrefix : addressToBytes(owner);
}

/** `base`: the timestamp that the row begins with; 0 for its first block. */
function encodeTouches({ height, timestamp, items }: Touches, base: number): Uint8Array {
  const writer = new ByteWriter();
  writer.integer(height % chunkSpan);
  writer.integer(timestamp - base);
  writer.integer(items.length);
  for (const { index, status } of items) writer.integer(2 * index + status);
  return writer.finish();
}

function encodeRow(blocks: readonly Touches[]): Uint8Array {
  const first = blocks[0]?.timestamp ?? 0;
  return joinBytes(blocks.map((touches, at) => encodeTouches(touches, at === 0 ? 0 : first)));
}

function firstTimestamp(row: Uint8Array): number {
  const reader = new ByteReader(row);
  reader.integer();
  return reader.integer();
}

function decodeRow(key: Uint8Array, row: Uint8Array): Touches[] {
  const start = heightAtEnd(key) * chunkSpan;
  const reader = new ByteReader(row);
  const blocks: Touches[] = [];
  let first = 0;
  while (!reader.atEnd) {
    const height = start + reader.integer();
    const timestamp = first + reader.integer();
    if (blocks.length === 0) first = timestamp;
    const items: Touch[] = [];
    for (let left = reader.integer(); left > 0; left--) {
      const item = reader.integer();
      items.push({ index: Math.floor(item / 2), status: item % 2 === 1 ? 1 : 0 });
    }
    blocks.push({ height, timestamp, items });
  }
  return blocks;
}

function equalTouches(left: Touches, right: Touches): boolean {
  return (
    left.timestamp === right.timestamp &&
    left.items.length === right.items.length &&
    left.items.every(({ index, status }, at) => index === right.items[at]?.index && status === right.items[at]?.status)
  );
}

function* touchesByAccount(
  { header: { number: height, timestamp }, transactions }: Block,
  receipts: readonly Receipt[],
): Steps<ReadonlyMap<HistoryOwner, Touches>> {
  const touches = new Map<HistoryOwner, Touches & { readonly items: Touch[] }>();
  yield* inSteps(transactions, rowsPerStep, (tx, index) => {
    const touch = { index, status: receipts[index]?.status ?? 0 };
    for (const account of [allTransactions, ...touchedAccounts(tx, receipts[index])] as const) {
      const known = touches.get(account);
      if (known === undefined) touches.set(account, { height, timestamp, items: [touch] });
      else known.items.push(touch);
    }
  });
  return touches;
}

/** Sender, recipient, created contract, and every account whose balance changed. */
export function touchedAccounts(tx: Transaction, receipt: Receipt | undefined): ReadonlySet<Address> {
  const accounts = new Set<Address>([tx.sender]);
  if (tx.to !== undefined) accounts.add(tx.to);
  if (receipt?.contractAddress !== undefined) accounts.add(receipt.contractAddress);
  for (const { address } of receipt?.balanceChanges ?? []) accounts.add(address);
  return accounts;
}
