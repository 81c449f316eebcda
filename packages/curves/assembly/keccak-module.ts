/** The Keccak-256 module, for ../keccak.ts: messages are absorbed in chunks from one address. */
import { absorbBlocks, absorbLast, begin, RATE } from './keccak';
import { state } from './keccak-permutation';

/** Bytes of every chunk but the last. */
export const CHUNK_BYTES: u32 = 120 * RATE;

/** Address of the chunk: after everything else in the one page of memory. */
export const input: usize = __heap_base;

/** Address of the 32 bytes of the digest. */
export const digest: usize = state;

export { begin };

/** Absorbs a chunk that is not the last. */
export function absorb(): void {
  absorbBlocks(input, CHUNK_BYTES);
}

/** Absorbs the last chunk, of at most CHUNK_BYTES bytes. */
export function finish(length: u32): void {
  const rest = length % RATE;
  absorbBlocks(input, length - rest);
  absorbLast(input + length - rest, rest);
}
