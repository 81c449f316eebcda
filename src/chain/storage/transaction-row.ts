import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';

const hashEnd = 32;
const senderEnd = hashEnd + 20;

/** Transaction → its hash, its sender and its bytes: what would be costly to compute again stands in front. */
export function encodeTransactionRow({ hash, sender, raw }: Transaction): Uint8Array {
  return concatBytes(fromHex(hash), addressToBytes(sender), raw);
}

export function decodeTransactionRow(row: Uint8Array): Transaction {
  const sender = addressFromBytes(row.subarray(hashEnd, senderEnd));
  return restoreTransaction(row.subarray(senderEnd), sender, transactionHashOfRow(row));
}

/** The transaction's hash, without decoding it. */
export function transactionHashOfRow(row: Uint8Array): Hash {
  return hashFromBytes(row.subarray(0, hashEnd));
}
