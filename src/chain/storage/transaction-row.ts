import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { addressFromBytes, addressToBytes } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';

/** Transaction → its sender and its bytes. */
export function encodeTransactionRow({ sender, raw }: Transaction): Uint8Array {
  return concatBytes(addressToBytes(sender), raw);
}

export function decodeTransactionRow(row: Uint8Array): Transaction {
  return restoreTransaction(row.subarray(20), addressFromBytes(row.subarray(0, 20)));
}
