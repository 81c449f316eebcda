import { BLOB_HASHES, ENVIRONMENT } from './layout';
import { clearWord, copyWord, fitsLimb } from './arithmetic/word';

/** Addresses of the words that are the same in every frame of a run. TypeScript writes them before it. */
export const ORIGIN: usize = ENVIRONMENT;
export const GAS_PRICE: usize = ENVIRONMENT + 32;
export const COINBASE: usize = ENVIRONMENT + 2 * 32;
export const TIMESTAMP: usize = ENVIRONMENT + 3 * 32;
export const NUMBER: usize = ENVIRONMENT + 4 * 32;
export const PREV_RANDAO: usize = ENVIRONMENT + 5 * 32;
export const GAS_LIMIT: usize = ENVIRONMENT + 6 * 32;
export const CHAIN_ID: usize = ENVIRONMENT + 7 * 32;
export const BASE_FEE: usize = ENVIRONMENT + 8 * 32;
export const BLOB_BASE_FEE: usize = ENVIRONMENT + 9 * 32;

let blobHashCount: u64 = 0;
/** Longest code that a creation can deposit, in bytes (EIP-170); init code has twice as many (EIP-3860). */
export let maxCodeBytes: u32 = 24576;

/** Sets the longest code of the block. */
export function setMaxCodeBytes(bytes: u32): void {
  maxCodeBytes = bytes;
}

/** Sets how many blob hashes the transaction has (EIP-4844); TypeScript writes them to `BLOB_HASHES`. */
export function setBlobHashCount(count: u32): void {
  blobHashCount = count;
}

/** BLOBHASH: replaces an index by the hash at it, 0 beyond the last (EIP-4844). */
export function blobHashOp(word: usize): void {
  const index = load<u64>(word);
  if (!fitsLimb(word) || index >= blobHashCount) clearWord(word);
  else copyWord(word, BLOB_HASHES + ((<usize>index) << 5));
}
