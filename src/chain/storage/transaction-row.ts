import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { writeHex } from '../../primitives/hex.ts';
import type { PackedItemWriter } from './packed-list.ts';

const senderEnd = 20;
const hashBytes = 32;

/** Transaction → its sender, which is costly to recover, and its bytes. Its hash is stored separately. */
export const transactionRowWriter: PackedItemWriter<Transaction> = {
  lengthOf: ({ raw }) => senderEnd + raw.length,
  write: ({ sender, raw }, target, at) => {
    writeHex(sender, target, at);
    target.set(raw, at + senderEnd);
  },
};

/** Row and hash → transaction. */
export function decodeTransactionRow(row: Uint8Array, hash: Hash): Transaction {
  return restoreTransaction(row.subarray(senderEnd), addressFromBytes(row.subarray(0, senderEnd)), hash);
}

/** The hashes of a block's transactions, concatenated. */
export function encodeHashesRow(transactions: readonly Transaction[]): Uint8Array {
  const row = new Uint8Array(transactions.length * hashBytes);
  for (const [index, { hash }] of transactions.entries()) writeHex(hash, row, index * hashBytes);
  return row;
}

/** Inverse of `encodeHashesRow`; does not keep a view of the row. */
export function decodeHashesRow(row: Uint8Array): readonly Hash[] {
  const hashes: Hash[] = [];
  for (let at = 0; at < row.length; at += hashBytes) hashes.push(hashFromBytes(row.subarray(at, at + hashBytes)));
  return hashes;
}

/** One hash of the row, as a copy; no bytes beyond the end. */
export function hashOfRow(row: Uint8Array, index: number): Uint8Array {
  return row.slice(index * hashBytes, (index + 1) * hashBytes);
}
