import { hash as digest } from 'node:crypto';
import { equalBytes } from '../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { decodeFixedBase58 } from './public-key.ts';
import { signatureOfHash, signatureTextOfHash } from './signature-text.ts';

/** Most base58 digits of 64 bytes. */
const maxSignatureDigits = 88;

/**
 * The SVM signature of a transaction, 64 bytes: its hash followed by the SHA-256 of the hash. It can be converted back
 * and checked without an index.
 */
export function signatureBytes(transaction: Hash): Uint8Array {
  return signatureOfHash(fromHex(transaction)).slice();
}

/** Base58 of `signatureBytes`. */
export function toSignature(transaction: Hash): string {
  return signatureTextOfHash(fromHex(transaction));
}

/**
 * The hash of the transaction with this signature; undefined when no transaction of this chain can have it. Throws a
 * KeyFormatError when the text is not base58 of 64 bytes.
 */
export function parseSignature(text: string): Hash | undefined {
  const bytes = decodeFixedBase58(text, 64, maxSignatureDigits);
  const transaction = bytes.subarray(0, 32);
  return equalBytes(digest('sha256', transaction, 'buffer'), bytes.subarray(32))
    ? hashFromBytes(transaction)
    : undefined;
}
