import type { Log } from '../kernel/engine.ts';
import { keccak256 } from '../primitives/crypto/keccak.ts';
import { GenerationalCache } from '../primitives/generational-cache.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';

const bloomLength = 256;

/** Memory that blooms are cut from: thousands are made in a block, and one by one each would cost as much as filling it. */
let sheet = new Uint8Array(0);
let cut = 0;
const bloomsOfSheet = 256;

function newBloom(): Uint8Array {
  if (cut === sheet.length) {
    sheet = new Uint8Array(bloomsOfSheet * bloomLength);
    cut = 0;
  }
  cut += bloomLength;
  return sheet.subarray(cut - bloomLength, cut);
}

/** Bloom filter over the addresses and topics of the logs, 256 bytes (yellow paper 4.3.1). */
export function bloomOf(logs: Iterable<Log>): Uint8Array {
  const bloom = newBloom();
  for (const { address, topics } of logs) {
    addToBloom(bloom, address);
    for (const topic of topics) addToBloom(bloom, topic);
  }
  return bloom;
}

/** The bloom of everything that is in any of them, as a header has it. */
export function unionOfBlooms(blooms: Iterable<Uint8Array>): Hex {
  const union = new Uint8Array(bloomLength);
  for (const bloom of blooms) for (let i = 0; i < bloomLength; i++) union[i] = (union[i] ?? 0) | (bloom[i] ?? 0);
  return toHex(union);
}

/** Sets the three bits that the first three byte pairs of the item's hash name, counted from the end. */
function addToBloom(bloom: Uint8Array, item: Hex): void {
  for (const bit of bitsOf(item)) {
    const index = bloomLength - 1 - (bit >> 3);
    bloom[index] = (bloom[index] ?? 0) | (1 << (bit & 7));
  }
}

/** Contracts, kinds of events and accounts come again and again. */
const knownBits = new GenerationalCache<Hex, readonly number[]>(4_096, () => 1);

function bitsOf(item: Hex): readonly number[] {
  const known = knownBits.get(item);
  if (known !== undefined) return known;
  const hash = keccak256(fromHex(item));
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff);
  knownBits.set(item, bits);
  return bits;
}
