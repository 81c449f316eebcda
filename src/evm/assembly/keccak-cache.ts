import { copyWord } from './arithmetic/word';
import { keccak64 } from '@qord/curves/assembly/keccak';
import { KECCAK_CACHE } from './layout';

/**
 * A cache of hashes of 64 bytes: the slot of an element of a Solidity mapping is the hash of its key and the mapping's
 * slot, so contracts compute the same few hashes many times. An entry holds the input, the hash, and a flag that it is
 * in use; an input with the same index replaces it.
 */
const ENTRY_BITS: usize = 7;
/**
 * 32 kB in all: it shares the fastest cache of the processor, which larger ones empty for whoever hashes ever new
 * inputs.
 */
const INDEX_BITS: u64 = 8;
const HASH_OFFSET: usize = 64;
const USED_OFFSET: usize = 96;
const HASH_FACTOR: u64 = 0x9e3779b97f4a7c15;

/** result = keccak of 64 bytes, the same as `keccak64` computes. */
export function keccakOf64(result: usize, bytes: usize): void {
  const entry = KECCAK_CACHE + ((<usize>(mix(bytes) >> (64 - INDEX_BITS))) << ENTRY_BITS);
  if (!isSame(entry, bytes) || load<u8>(entry, USED_OFFSET) == 0) {
    copyWord(entry, bytes);
    copyWord(entry + 32, bytes + 32);
    keccak64(entry + HASH_OFFSET, bytes);
    store<u8>(entry, 1, USED_OFFSET);
  }
  copyWord(result, entry + HASH_OFFSET);
}

@inline
function mix(bytes: usize): u64 {
  const first = load<u64>(bytes) ^ rotl<u64>(load<u64>(bytes, 8), 7) ^ rotl<u64>(load<u64>(bytes, 16), 13);
  const second = rotl<u64>(load<u64>(bytes, 24), 29) ^ rotl<u64>(load<u64>(bytes, 32), 37);
  const third = rotl<u64>(load<u64>(bytes, 40), 43) ^ rotl<u64>(load<u64>(bytes, 48), 51);
  return (first ^ second ^ third ^ rotl<u64>(load<u64>(bytes, 56), 3)) * HASH_FACTOR;
}

@inline
function isSame(a: usize, b: usize): bool {
  const differs0 = v128.xor(v128.load(a), v128.load(b));
  const differs1 = v128.xor(v128.load(a, 16), v128.load(b, 16));
  const differs2 = v128.xor(v128.load(a, 32), v128.load(b, 32));
  const differs3 = v128.xor(v128.load(a, 48), v128.load(b, 48));
  return !v128.any_true(v128.or(v128.or(differs0, differs1), v128.or(differs2, differs3)));
}
