import { keccakView } from '@qord/curves/keccak';
import { type Hash, hashFromBytes } from '../hash.ts';

/** Keccak-256 as `0x…` text. */
export function keccakHash(bytes: Uint8Array): Hash {
  return hashFromBytes(keccakView(bytes));
}

export const emptyCodeHash = keccakHash(new Uint8Array(0));
