/** Signatures of transactions and their spelling, for ../signature-text.ts: pages of histories have a thousand. */
import { base58, prepareBase58, text, TEXT_LENGTH } from './base58';
import { sha256 } from './sha256';

/** Where the 64 bytes of a signature are put. */
export const bytes: usize = memory.data(64, 16);

export { text, TEXT_LENGTH };

/** Makes the first 32 bytes a signature: their SHA-256 follows. */
export function complete(): void {
  sha256(bytes + 32, bytes);
}

/** Spells the 64 bytes; answers where in the text the spelling begins, which goes to the end. */
export function spell(): usize {
  return base58(bytes);
}

prepareBase58();
