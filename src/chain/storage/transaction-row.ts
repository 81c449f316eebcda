import { keccak256 } from '@qord/curves/keccak';
import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { writeHex } from '../../primitives/hex.ts';
import type { PackedItemWriter } from './packed-list.ts';

const senderEnd = 20;
const hashLength = 32;

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

/** The hash of the transaction of a row. */
export function hashOfTransactionRow(row: Uint8Array): Hash {
  return keccakHash(row.subarray(senderEnd));
}

/** The same as bytes. */
export function hashBytesOfTransactionRow(row: Uint8Array): Uint8Array {
  return keccak256(row.subarray(senderEnd));
}

/** Computing this many hashes takes no longer than reading a row of them. */
const fewTransactions = 4;

/** The hashes of a block's transactions, concatenated; of few nothing is stored. */
export function encodeHashesRow(transactions: readonly Transaction[]): Uint8Array {
  if (transactions.length <= fewTransactions) return emptyBytes;
  const row = new Uint8Array(transactions.length * hashLength);
  for (const [index, { hash }] of transactions.entries()) writeHex(hash, row, index * hashLength);
  return row;
}

/** Inverse of `encodeHashesRow`; does not keep a view of the row. */
export function decodeHashesRow(row: Uint8Array): readonly Hash[] {
  const hashes: Hash[] = [];
  for (let at = 0; at < row.length; at += hashLength) hashes.push(hashFromBytes(row.subarray(at, at + hashLength)));
  return hashes;
}

/** One hash of the row. */
export function hashOfRow(row: Uint8Array, index: number): Hash {
  return hashFromBytes(row.subarray(index * hashLength, (index + 1) * hashLength));
}

/** The same as bytes, which are no view of the row. */
export function hashBytesOfRow(row: Uint8Array, index: number): Uint8Array {
  return row.slice(index * hashLength, (index + 1) * hashLength);
}
