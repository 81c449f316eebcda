import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { heightAtEnd } from '../../state/keys.ts';
import { tables } from '../../state/tables.ts';
import type { Batch } from '../../store/batch.ts';
import type { Reader } from '../../store/contract.ts';
import type { Receipt, TransactionLocation } from '../contract.ts';
import { numberedKey } from './keys.ts';

/** Account index: account ‖ height → positions in that block, ascending, each as the distance from the one before. */

/** Adds a block's transactions under every account they touched. */
export function indexAccounts(
  batch: Batch,
  height: number,
  transactions: readonly Transaction[],
  receipts: readonly Receipt[],
): void {
  const positions = new Map<Address, number[]>();
  transactions.forEach((tx, index) => {
    for (const account of touchedAccounts(tx, receipts[index])) {
      const known = positions.get(account);
      if (known === undefined) positions.set(account, [index]);
      else known.push(index);
    }
  });
  for (const [account, indexes] of positions) {
    batch.put(tables.transactionsByAccount, numberedKey(addressToBytes(account), height), encodePositions(indexes));
  }
}

/** Newest first, strictly before `before` when given. */
export function findTransactionsOf(
  reader: Reader,
  account: Address,
  before: TransactionLocation | undefined,
  limit: number,
): readonly TransactionLocation[] {
  const name = addressToBytes(account);
  const end = numberedKey(name, before === undefined ? Number.MAX_SAFE_INTEGER : before.height + 1);
  const found: TransactionLocation[] = [];
  if (limit <= 0) return found;
  for (const [key, row] of reader.range(tables.transactionsByAccount, {
    start: numberedKey(name, 0),
    end,
    reverse: true,
  })) {
    const height = heightAtEnd(key);
    for (const index of decodePositions(row).reverse()) {
      if (height === before?.height && index >= before.index) continue;
      found.push({ height, index });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** Sender, recipient, created contract, and whoever's balance changed. */
function touchedAccounts(tx: Transaction, receipt: Receipt | undefined): ReadonlySet<Address> {
  const accounts = new Set<Address>([tx.sender]);
  if (tx.to !== undefined) accounts.add(tx.to);
  if (receipt?.contractAddress !== undefined) accounts.add(receipt.contractAddress);
  for (const { address } of receipt?.balanceChanges ?? []) accounts.add(address);
  return accounts;
}

function encodePositions(indexes: readonly number[]): Uint8Array {
  const writer = new ByteWriter();
  let previous = 0;
  for (const index of indexes) {
    writer.integer(index - previous);
    previous = index;
  }
  return writer.finish();
}

function decodePositions(row: Uint8Array): number[] {
  const reader = new ByteReader(row);
  const indexes: number[] = [];
  let previous = 0;
  while (!reader.atEnd) {
    previous += reader.integer();
    indexes.push(previous);
  }
  return indexes;
}
