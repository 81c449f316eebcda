import type { Log } from '../kernel/engine.ts';
import { keccak256 } from '../primitives/crypto/keccak.ts';
import { GenerationalCache } from '../primitives/generational-cache.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';

const bloomLength = 256;

/** The bloom of no logs, which most receipts have. Shared: nobody writes to a bloom after `bloomOf`. */
const emptyBloom = new Uint8Array(bloomLength);

/** Bloom filter over the addresses and topics of the logs, 256 bytes (yellow paper 4.3.1). Not to be written to. */
export function bloomOf(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return emptyBloom;
  const bloom = new Uint8Array(bloomLength);
  for (const { address, topics } of logs) {
    addToBloom(bloom, address);
    for (const topic of topics) addToBloom(bloom, topic);
  }
  return bloom;
}

/** The union of the blooms, as a header has it. */
export function unionOfBlooms(blooms: Iterable<Uint8Array>): Hex {
  const union = new Uint8Array(bloomLength);
  for (const bloom of blooms) for (let i = 0; i < bloomLength; i++) union[i] = (union[i] ?? 0) | (bloom[i] ?? 0);
  return toHex(union);
}

/** Sets the three bits given by the first three byte pairs of the item's hash; bits are counted from the end. */
function addToBloom(bloom: Uint8Array, item: Hex): void {
  for (const bit of bitsOf(item)) {
    const index = bloomLength - 1 - (bit >> 3);
    bloom[index] = (bloom[index] ?? 0) | (1 << (bit & 7));
  }
}

/** Bits of recent items (a pure function of the item): the same contracts, events and accounts recur in most blocks. */
const cachedBits = new GenerationalCache<Hex, readonly number[]>(4_096, () => 1);

function bitsOf(item: Hex): readonly number[] {
  const cached = cachedBits.get(item);
  if (cached !== undefined) return cached;
  const hash = keccak256(fromHex(item));
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff);
  cachedBits.set(item, bits);
  return bits;
}
