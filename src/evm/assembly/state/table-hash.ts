import { fillRandom } from '../host';
import { HASH_KEYS } from '../layout';

/*
 * The hash of the tables whose keys strangers choose: accounts, storage slots, transient storage. Without a secret,
 * anybody could choose thousands of keys of one bucket, and each access would walk over all of them for the price of
 * one. The sum k0 + k1 x1 + … over the 32-bit parts of a key is strongly universal in its upper half when the factors
 * are random (Lemire and Kaser, "Strongly universal string hashing is fast"); the steps behind it are a permutation of
 * that half which breaks up progressions, because buckets that are probed in sequence suffer from neighbours, too. The
 * factors are of this instance, and new whenever the tables are cleared. Nothing that can be observed depends on the
 * order of buckets: every table is walked in the order of its records.
 */

/** A constant, the account of a slot, and eight parts of a word. */
const KEYS: usize = 10;

/** Draws new factors. Only while all tables are empty. */
export function renewHashKeys(): void {
  fillRandom(HASH_KEYS, KEYS * sizeof<u64>());
}

/** Hash of a slot's key and the account that it belongs to; its upper bits number a bucket. */
@inline
export function hashOfSlot(account: usize, key0: u64, key1: u64, key2: u64, key3: u64): u32 {
  const owner = factor(1) * <u64>account;
  return spread(factor(0) + owner + limb(key0, 2) + limb(key1, 4) + limb(key2, 6) + limb(key3, 8));
}

/** Hash of an address. */
@inline
export function hashOfAddress(limb0: u64, limb1: u64, limb2: u64): u32 {
  return spread(factor(0) + limb(limb0, 2) + limb(limb1, 4) + factor(6) * limb2);
}

/** Buckets that a search for the record looks at, from the bucket that its hash names. For measurement. */
export function probesOf(index: usize, mask: u32, hashBucket: u32, record: usize): u32 {
  let bucket = hashBucket;
  while (load<u32>(index + ((<usize>bucket) << 2)) != <u32>record) bucket = (bucket + 1) & mask;
  return ((bucket - hashBucket) & mask) + 1;
}

@inline
function limb(value: u64, first: usize): u64 {
  return factor(first) * (value & 0xffffffff) + factor(first + 1) * (value >> 32);
}

@inline
function factor(index: usize): u64 {
  return load<u64>(HASH_KEYS + (index << 3));
}

@inline
function spread(sum: u64): u32 {
  let hash = <u32>(sum >> 32);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  return (hash ^ (hash >> 13)) * 0xc2b2ae35;
}
