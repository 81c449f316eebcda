import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { heightAtEnd } from '../../state/keys.ts';
import { tables } from '../../state/tables.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/contract.ts';
import type { AccountTransaction, Block, Receipt, TransactionLocation } from '../contract.ts';
import { numberedKey } from './keys.ts';

/**
 * Account index: account ‖ height → when the block was made (64 bits), then for each of its transactions that touched
 * the account, ascending: position in the block (32 bits), status (8 bits), hash. So a history is read from these rows
 * alone, at any depth.
 */
const headLength = 8;
const itemLength = 37;

/** Adds a block's transactions under every account they touched. */
export function indexAccounts(batch: Batch, { header, transactions }: Block, receipts: readonly Receipt[]): void {
  const items = new Map<Address, Uint8Array[]>();
  transactions.forEach((tx, index) => {
    const item = encodeItem(index, receipts[index]?.status ?? 0, tx);
    for (const account of touchedAccounts(tx, receipts[index])) {
      const known = items.get(account);
      if (known === undefined) items.set(account, [item]);
      else known.push(item);
    }
  });
  const head = Buffer.alloc(headLength);
  head.writeBigUInt64BE(BigInt(header.timestamp));
  for (const [account, own] of items) {
    const key = numberedKey(addressToBytes(account), header.number);
    batch.put(tables.transactionsByAccount, key, new Uint8Array(Buffer.concat([head, ...own])));
  }
}

/** Takes out a block's transactions under every account they touched. */
export function unindexAccounts(batch: Batch, { header, transactions }: Block, receipts: readonly Receipt[]): void {
  const accounts = new Set(transactions.flatMap((tx, index) => [...touchedAccounts(tx, receipts[index])]));
  for (const account of accounts) {
    batch.remove(tables.transactionsByAccount, numberedKey(addressToBytes(account), header.number));
  }
}

/** Newest first, strictly before `before` when given. */
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
  for (const [key, row] of reader.range(tables.transactionsByAccount, {
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

/** Adds those of one row whose position is below `below`, last first, until there are `limit`. */
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

function encodeItem(index: number, status: 0 | 1, { hash }: Transaction): Uint8Array {
  const item = Buffer.alloc(itemLength);
  item.writeUInt32BE(index);
  item.writeUInt8(status, 4);
  item.write(hash.slice(2), 5, 'hex');
  return item;
}

/** Sender, recipient, created contract, and whoever's balance changed. */
function touchedAccounts(tx: Transaction, receipt: Receipt | undefined): ReadonlySet<Address> {
  const accounts = new Set<Address>([tx.sender]);
  if (tx.to !== undefined) accounts.add(tx.to);
  if (receipt?.contractAddress !== undefined) accounts.add(receipt.contractAddress);
  for (const { address } of receipt?.balanceChanges ?? []) accounts.add(address);
  return accounts;
}
