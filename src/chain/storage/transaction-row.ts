import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Transaction → its sender and its bytes. */
export function encodeTransactionRow({ sender, raw }: Transaction): Uint8Array {
  return concatBytes(addressToBytes(sender), raw);
}

export function decodeTransactionRow(row: Uint8Array): Transaction {
  return restoreTransaction(rawOfRow(row), addressFromBytes(row.subarray(0, 20)));
}

/** The transaction's hash, without decoding it. */
export function transactionHashOfRow(row: Uint8Array): Hash {
  return keccakHash(rawOfRow(row));
}

function rawOfRow(row: Uint8Array): Uint8Array {
  return row.subarray(20);
}
