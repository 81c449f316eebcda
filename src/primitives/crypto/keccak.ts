import { createKeccak } from 'hash-wasm';
import { type Hash, hashFromBytes } from '../hash.ts';

const hasher = await createKeccak(256);

/** Keccak-256 as Ethereum uses it (the original padding, not SHA-3's), 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary');
}

/** Keccak-256 as `0x…` text. */
export function keccakHash(bytes: Uint8Array): Hash {
  return hashFromBytes(keccak256(bytes));
}

export const emptyCodeHash = keccakHash(new Uint8Array(0));
