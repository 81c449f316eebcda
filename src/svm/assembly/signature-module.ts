/** SVM signatures of transactions in base58, for ../signature-text.ts: a page of a history contains a thousand. */
import { base58, prepareBase58, text, TEXT_LENGTH } from './base58';
import { sha256 } from './sha256';

/** Address of the 64 bytes of a signature. */
export const bytes: usize = memory.data(64, 16);

export { text, TEXT_LENGTH };

/** Appends the SHA-256 of the first 32 bytes. */
export function appendDigest(): void {
  sha256(bytes + 32, bytes);
}

/** Writes base58 of the 64 bytes to the end of `text`; returns the offset of its first digit. */
export function encode(): usize {
  return base58(bytes);
}

prepareBase58();
