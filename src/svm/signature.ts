import { hash as digest } from 'node:crypto';
import { equalBytes } from '../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { decodeFixedBase58 } from './public-key.ts';
import { signatureOfHash, signatureTextOfHash } from './signature-text.ts';

/** Longest base58 spelling of 64 bytes. */
const maxSignatureDigits = 88;

/**
 * The 64 bytes that stand for a transaction on the SVM side: its hash followed by the SHA-256 of the hash. So it can
 * be turned back and checked without an index.
 */
export function signatureBytes(transaction: Hash): Uint8Array {
  return signatureOfHash(fromHex(transaction)).slice();
}

/** Base58 spelling of `signatureBytes`. */
export function toSignature(transaction: Hash): string {
  return signatureTextOfHash(fromHex(transaction));
}

/** The same for the 32 bytes of a transaction's hash. */
export function hashToSignature(transaction: Uint8Array): string {
  return signatureTextOfHash(transaction);
}

/**
 * Base58 of 64 bytes → the transaction it stands for; undefined when no transaction of this chain can have it.
 * Throws a KeyFormatError when the text is not base58 of 64 bytes.
 */
export function parseSignature(text: string): Hash | undefined {
  const bytes = decodeFixedBase58(text, 64, maxSignatureDigits);
  const transaction = bytes.subarray(0, 32);
  return equalBytes(digest('sha256', transaction, 'buffer'), bytes.subarray(32))
    ? hashFromBytes(transaction)
    : undefined;
}
