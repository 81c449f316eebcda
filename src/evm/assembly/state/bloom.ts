import { copyWord } from '../arithmetic/word';
import { isEqual } from '../arithmetic/compare';
import { keccakBytes } from '@qord/curves/assembly/keccak';
import { storeBigEndian } from '../interpreter/memory';
import { BLOOM_CACHE } from '../layout';
import { Log, logsEnd, nextLog } from './logs';

/*
 * The bloom filter of the logs of a transaction (yellow paper 4.3.1). A hash sets three bits for each address and topic; those
 * of recent ones are cached, because the same contracts, events and accounts recur.
 */

export const BLOOM_BYTES: usize = 256;

/** An entry of the cache: the word, the bytes of it that are hashed (0: unused), and the numbers of its bits. */
const ENTRY_BITS: usize = 6;
const INDEX_BITS: u64 = 12;
const LENGTH_OFFSET: usize = 32;
const BITS_OFFSET: usize = 40;
const HASH_FACTOR: u64 = 0x9e3779b97f4a7c15;

const ADDRESS_BYTES: u32 = 20;
const TOPIC_BYTES: u32 = 32;

const item: usize = memory.data(32, 16);

/** Writes the bloom of the logs from `start` to the end; none of them may be that of a native contract. */
export function writeBloom(bloom: usize, start: usize): void {
  for (let at: usize = 0; at < BLOOM_BYTES; at += 16) v128.store(bloom + at, i64x2(0, 0));
  for (let at = start; at < logsEnd; ) {
    const log = changetype<Log>(at);
    add(bloom, log.account.address, ADDRESS_BYTES);
    for (let i: u32 = 0; i < log.topicCount; i++) add(bloom, log.topic(i), TOPIC_BYTES);
    at = nextLog(log);
  }
}

function add(bloom: usize, word: usize, length: u32): void {
  const entry = BLOOM_CACHE + ((<usize>(mix(word) >> (64 - INDEX_BITS))) << ENTRY_BITS);
  if (load<u32>(entry, LENGTH_OFFSET) != length || !isEqual(entry, word)) fillEntry(entry, word, length);
  for (let i: usize = 0; i < 6; i += 2) setBit(bloom, load<u16>(entry + i, BITS_OFFSET));
}

@inline
function mix(word: usize): u64 {
  const low = load<u64>(word) ^ rotl<u64>(load<u64>(word, 8), 7);
  return (low ^ rotl<u64>(load<u64>(word, 16), 29) ^ rotl<u64>(load<u64>(word, 24), 43)) * HASH_FACTOR;
}

/** The bits are given by the first three pairs of bytes of the hash. */
function fillEntry(entry: usize, word: usize, length: u32): void {
  storeBigEndian(item, word);
  keccakBytes(item, item + TOPIC_BYTES - length, length);
  copyWord(entry, word);
  store<u32>(entry, length, LENGTH_OFFSET);
  for (let i: usize = 0; i < 6; i += 2) store<u16>(entry + i, bswap<u16>(load<u16>(item + i)) & 0x7ff, BITS_OFFSET);
}

/** Bits are counted from the end of the filter. */
@inline
function setBit(bloom: usize, bit: u32): void {
  const at = bloom + BLOOM_BYTES - 1 - (<usize>bit >> 3);
  store<u8>(at, load<u8>(at) | ((<u8>1) << (<u8>bit & 7)));
}
