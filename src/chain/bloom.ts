import { keccak256 } from '@qord/curves/keccak';
import type { Log } from '../kernel/engine.ts';
import { fromHex, type Hex, toHex } from '../primitives/hex.ts';

const bloomBytes = 256;
/** Items whose bits are remembered, some 100 bytes each. */
const maxItems = 4_096;

/** The bloom of no logs, which most receipts have. Shared: nobody writes to a finished bloom. */
export const emptyBloom = new Uint8Array(bloomBytes);

/**
 * Makes bloom filters of logs; each block under construction has its own, and each reader of the chain. It remembers
 * the bits of recent items, because the same contracts and events recur: the bloom of a transfer log takes 0.3 to 2 µs
 * instead of 3.7.
 */
export class LogBlooms {
  /** at most `maxItems`; a Map, unlike an LRU cache, takes no memory for those that do not come */
  readonly #bits = new Map<Hex, readonly number[]>();

  /** The bloom over the addresses and topics of the logs, 256 bytes (yellow paper 4.3.1). Not to be written to. */
  of(logs: Iterable<Log>): Uint8Array {
    let bloom = emptyBloom;
    for (const { address, topics } of logs) {
      if (bloom === emptyBloom) bloom = new Uint8Array(bloomBytes);
      this.#add(bloom, address);
      for (const topic of topics) this.#add(bloom, topic);
    }
    return bloom;
  }

  #add(bloom: Uint8Array, item: Hex): void {
    for (const bit of this.#bitsOf(item)) {
      const index = bloomBytes - 1 - (bit >> 3);
      bloom[index] = (bloom[index] ?? 0) | (1 << (bit & 7));
    }
  }

  #bitsOf(item: Hex): readonly number[] {
    const known = this.#bits.get(item);
    if (known !== undefined) return known;
    const bits = bitsOf(item);
    if (this.#bits.size === maxItems) this.#bits.clear();
    this.#bits.set(item, bits);
    return bits;
  }
}

/** The three bits given by the first three byte pairs of the item's hash, counted from the end of the bloom. */
function bitsOf(item: Hex): readonly number[] {
  const hash = keccak256(fromHex(item));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff);
}

/** The union of the blooms, as a header has it. */
export function unionOfBlooms(blooms: Iterable<Uint8Array>): Hex {
  const union = new Uint8Array(bloomBytes);
  for (const bloom of blooms) {
    if (bloom === emptyBloom) continue; // that of a transfer; a block may have thousands
    for (let i = 0; i < bloomBytes; i++) union[i] = (union[i] ?? 0) | (bloom[i] ?? 0);
  }
  return toHex(union);
}
