import { hash as digest } from 'node:crypto';
import { equalBytes } from '../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { decodeFixedBase58 } from './public-key.ts';
import { encodeSignatureText } from './signature-text.ts';

/** Longest base58 spelling of 64 bytes. */
const maxSignatureDigits = 88;

/**
 * The 64 bytes that stand for a transaction on the SVM side: its hash followed by the SHA-256 of the hash. So it can
 * be turned back and checked without an index.
 */
export function signatureBytes(transaction: Hash): Uint8Array {
  const bytes = new Uint8Array(64);
  const hash = Buffer.from(transaction.slice(2), 'hex');
  bytes.set(hash);
  bytes.set(sha256(hash), 32);
  return bytes;
}

/** Base58 spelling of `signatureBytes`. */
export function toSignature(transaction: Hash): string {
  return encodeSignatureText(signatureBytes(transaction));
}

/**
 * Base58 of 64 bytes → the transaction it stands for; undefined when no transaction of this chain can have it.
 * Throws a KeyFormatError when the text is not base58 of 64 bytes.
 */
export function parseSignature(text: string): Hash | undefined {
  const bytes = decodeFixedBase58(text, 64, maxSignatureDigits);
  const transaction = bytes.subarray(0, 32);
  return equalBytes(sha256(transaction), bytes.subarray(32)) ? hashFromBytes(transaction) : undefined;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return digest('sha256', bytes, 'buffer');
}
