import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { writeHex } from '../../primitives/hex.ts';
import { inSteps, type Steps } from '../../primitives/steps.ts';
import { heightAtEnd, numberedKey } from '../../state/keys.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/types.ts';
import type { AccountTransaction, Block, Receipt, TransactionLocation } from '../types.ts';
import { chainTables } from './tables.ts';

/**
 * Account index: account ‖ height → timestamp of the block (64 bits), then, for each of its transactions that touched the
 * account, in order: index in the block (32 bits), status (8 bits), hash. A history needs no other rows.
 */
const headLength = 8;
const itemLength = 37;
/** Rows that are made in one step. */
const rowsPerStep = 1_000;

/** Adds a block's transactions to the index of every account they touched. Returns the number of these accounts. */
export function* indexAccounts(
  batch: Batch,
  { header, transactions }: Block,
  receipts: readonly Receipt[],
): Steps<number> {
  const items = encodeItems(transactions, receipts);
  yield;
  const touches = touchesByAccount(transactions, receipts);
  yield* inSteps(touches, rowsPerStep, ([account, indexes]) => {
    const row = new Uint8Array(headLength + indexes.length * itemLength);
    new DataView(row.buffer).setBigUint64(0, BigInt(header.timestamp));
    indexes.forEach((index, at) => {
      const item = items.subarray(index * itemLength, (index + 1) * itemLength);
      row.set(item, headLength + at * itemLength);
    });
    batch.put(chainTables.transactionsByAccount, numberedKey(addressToBytes(account), header.number), row);
  });
  return touches.size;
}

/** The items of all transactions, concatenated. */
function encodeItems(transactions: readonly Transaction[], receipts: readonly Receipt[]): Uint8Array {
  const items = new Uint8Array(transactions.length * itemLength);
  const view = new DataView(items.buffer);
  transactions.forEach(({ hash }, index) => {
    const at = index * itemLength;
    view.setUint32(at, index);
    view.setUint8(at + 4, receipts[index]?.status ?? 0);
    writeHex(hash, items, at + 5);
  });
  return items;
}

/** Account → indexes of the transactions that touched it, ascending. */
function touchesByAccount(
  transactions: readonly Transaction[],
  receipts: readonly Receipt[],
): ReadonlyMap<Address, readonly number[]> {
  const touches = new Map<Address, number[]>();
  transactions.forEach((tx, index) => {
    for (const account of touchedAccounts(tx, receipts[index])) {
      const indexes = touches.get(account);
      if (indexes === undefined) touches.set(account, [index]);
      else indexes.push(index);
    }
  });
  return touches;
}

/** Removes a block's transactions from the index of every account they touched. */
export function unindexAccounts(batch: Batch, { header, transactions }: Block, receipts: readonly Receipt[]): void {
  const accounts = new Set(transactions.flatMap((tx, index) => [...touchedAccounts(tx, receipts[index])]));
  for (const account of accounts) {
    batch.remove(chainTables.transactionsByAccount, numberedKey(addressToBytes(account), header.number));
  }
}

/** The transactions that touched the account, newest first, strictly before `before` when given; at most `limit`. */
export function findTransactionsOf(
  reader: Reader,
  account: Address,
  before: TransactionLocation | undefined,
  limit: number,
): readonly AccountTransaction[] {
  const name = addressToBytes(account);
  const end = numberedKey(name, before === undefined ? Number.MAX_SAFE_INTEGER : before.height + 1);
  const found: AccountTransaction[] = [];
  if (limit <= 0) return found;
  for (const [key, row] of reader.range(chainTables.transactionsByAccount, {
    start: numberedKey(name, 0),
    end,
    reverse: true,
  })) {
    const height = heightAtEnd(key);
    const below = height === before?.height ? before.index : Number.POSITIVE_INFINITY;
    collectBelow(row, height, below, limit, found);
    if (found.length === limit) return found;
  }
  return found;
}

/** The transactions that touched the account in blocks above a height, oldest first: whole blocks, until there are `limit`. */
export function findTransactionsAfter(
  reader: Reader,
  account: Address,
  height: number,
  limit: number,
): readonly AccountTransaction[] {
  const name = addressToBytes(account);
  const found: AccountTransaction[] = [];
  if (limit <= 0) return found;
  const range = { start: numberedKey(name, height + 1), end: numberedKey(name, Number.MAX_SAFE_INTEGER) };
  for (const [key, row] of reader.range(chainTables.transactionsByAccount, range)) {
    const ofBlock: AccountTransaction[] = [];
    collectBelow(row, heightAtEnd(key), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, ofBlock);
    found.push(...ofBlock.reverse());
    if (found.length >= limit) return found;
  }
  return found;
}

/** Adds the items of one row with an index below `below`, last first, until `found` has `limit`. */
function collectBelow(
  row: Uint8Array,
  height: number,
  below: number,
  limit: number,
  found: AccountTransaction[],
): void {
  const view = new DataView(row.buffer, row.byteOffset, row.length);
  const timestamp = Number(view.getBigUint64(0));
  for (let at = row.length - itemLength; at >= headLength && found.length < limit; at -= itemLength) {
    const index = view.getUint32(at);
    if (index >= below) continue;
    const hash = row.subarray(at + 5, at + itemLength);
    found.push({ height, index, hash, timestamp, status: view.getUint8(at + 4) === 1 ? 1 : 0 });
  }
}

/** Sender, recipient, created contract, and every account whose balance changed. */
function touchedAccounts(tx: Transaction, receipt: Receipt | undefined): ReadonlySet<Address> {
  const accounts = new Set<Address>([tx.sender]);
  if (tx.to !== undefined) accounts.add(tx.to);
  if (receipt?.contractAddress !== undefined) accounts.add(receipt.contractAddress);
  for (const { address } of receipt?.balanceChanges ?? []) accounts.add(address);
  return accounts;
}
