/** Keccak-256 by itself, for ../keccak.ts: messages come in pieces through one place in memory. */
import { absorbBlocks, absorbLast, begin, RATE, state } from './keccak';

/** Bytes of message in a piece that is not the last. */
export const PIECE: u32 = 120 * RATE;

/** Where pieces are put: behind everything else in the one page of memory. */
export const input: usize = __heap_base;

/** Where the 32 bytes of the digest are in the end. */
export const digest: usize = state;

export { begin };

/** Takes in a piece that is not the last. */
export function absorb(): void {
  absorbBlocks(input, PIECE);
}

/** Takes in the last piece, of at most PIECE bytes. */
export function finish(length: u32): void {
  const rest = length % RATE;
  absorbBlocks(input, length - rest);
  absorbLast(input + length - rest, rest);
}
