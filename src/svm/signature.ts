import { hash as digest } from 'node:crypto';
import { equalBytes } from '../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { writeHex } from '../primitives/hex.ts';
import { decodeFixedBase58 } from './public-key.ts';
import { encodeSignatureText } from './signature-text.ts';

/** Longest base58 spelling of 64 bytes. */
const maxSignatureDigits = 88;

const scratch = Buffer.alloc(64);
const scratchHash = scratch.subarray(0, 32);

/**
 * The 64 bytes that stand for a transaction on the SVM side: its hash followed by the SHA-256 of the hash. So it can
 * be turned back and checked without an index.
 */
export function signatureBytes(transaction: Hash): Uint8Array {
  return Uint8Array.from(fillScratch(transaction));
}

/** Base58 spelling of `signatureBytes`. */
export function toSignature(transaction: Hash): string {
  return encodeSignatureText(fillScratch(transaction));
}

/** The same for the 32 bytes of a transaction's hash. */
export function hashToSignature(transaction: Uint8Array): string {
  scratch.set(transaction);
  return encodeSignatureText(completeScratch());
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

/** The bytes of a signature, until the next call: a page of a history has a thousand of them. */
function fillScratch(transaction: Hash): Uint8Array {
  writeHex(transaction, scratch, 0);
  return completeScratch();
}

function completeScratch(): Uint8Array {
  // As text: the digest in a buffer of its own costs several times as much.
  scratch.write(digest('sha256', scratchHash, 'binary'), 32, 'latin1');
  return scratch;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return digest('sha256', bytes, 'buffer');
}
