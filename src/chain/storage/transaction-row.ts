import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { eachPlace } from './packed-list.ts';

const hashEnd = 32;
const senderEnd = hashEnd + 20;

/** Transaction → its hash, its sender and its bytes: what would be costly to compute again stands in front. */
export function encodeTransactionRow({ hash, sender, raw }: Transaction): Uint8Array {
  return concatBytes(fromHex(hash), addressToBytes(sender), raw);
}

export function decodeTransactionRow(row: Uint8Array): Transaction {
  const sender = addressFromBytes(row.subarray(hashEnd, senderEnd));
  const hash = hashFromBytes(row.subarray(0, hashEnd));
  return restoreTransaction(row.subarray(senderEnd), sender, hash);
}

/** Hashes of the transactions in a packed list of rows, without decoding these. */
export function transactionHashesOfRows(list: Uint8Array): readonly Hash[] {
  const hashes: Hash[] = [];
  eachPlace(list, (from) => hashes.push(hashFromBytes(list.subarray(from, from + hashEnd))));
  return hashes;
}
