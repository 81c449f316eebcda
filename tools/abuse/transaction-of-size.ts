import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { signFrom } from '#qord/testing/sign-from.ts';

/** Fee cap in wei per gas: a hundred times the lowest base fee. */
const cap = 100n * 10n ** 11n;
/** Bytes of a type 2 transaction around its data. */
const aroundBytes = 120;
const smallest = 130;

/**
 * A valid transfer whose encoding has exactly so many bytes, by the length of its data; that of a transfer without
 * data below 130 bytes. Signatures and lengths take a byte more or less, so it takes some attempts.
 */
export function transactionOfSize(account: number, nonce: bigint, size: number): Transaction {
  if (size < smallest) return signFrom(account, { nonce, cap });
  let length = size - aroundBytes;
  for (let value = 1n; ; value++) {
    const transaction = signFrom(account, {
      nonce,
      cap,
      value,
      data: new Uint8Array(length),
      gasLimit: gasFor(length),
    });
    const missing = size - transaction.raw.length;
    if (missing === 0) return transaction;
    length += missing;
  }
}

/** Gas of a transfer with so many bytes of zeros: the floor of EIP-7623. */
function gasFor(length: number): bigint {
  return BigInt(21_000 + 10 * length);
}
