import { type Hex, toHex } from '../primitives/hex.ts';
import type { HistoryKey } from './history-key.ts';
import { keyOf } from './keys.ts';
import type { BlockHistory } from './replaced-values.ts';

/** The heights of the newest blocks at which accounts and entries changed, by history key; in memory. */
export class UnwrittenHeights {
  readonly #heights = new Map<Hex, number[]>();
  /** all keys in their order, which is that of their bytes; undefined: not sorted yet */
  #sorted: readonly Hex[] | undefined;
  #to: number;

  /** `after`: the height after which they begin. */
  constructor(after: number) {
    this.#to = after;
  }

  /** The height up to which all blocks have been added. */
  get to(): number {
    return this.#to;
  }

  /** In ascending order, of each key. */
  get byKey(): ReadonlyMap<Hex, readonly number[]> {
    return this.#heights;
  }

  /** Adds the blocks that follow, up to that of height `to`. */
  addBlocks(blocks: Iterable<BlockHistory>, to: number): void {
    for (const { height, keys } of blocks) {
      for (const key of keys.map(toHex)) {
        const heights = this.#heights.get(key);
        if (heights === undefined) this.#heights.set(key, [height]);
        else heights.push(height);
      }
    }
    this.#to = to;
    this.#sorted = undefined;
  }

  /** The first height from `height` on at which the key changed; undefined when there is none. */
  firstFrom(key: HistoryKey, height: number): number | undefined {
    return this.#heights.get(toHex(key))?.find((changedAt) => changedAt >= height);
  }

  /** The first key from `start` on; undefined when there is none. */
  firstKey(start: HistoryKey): HistoryKey | undefined {
    this.#sorted ??= [...this.#heights.keys()].sort();
    const wanted = toHex(start);
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? '') < wanted) low = middle + 1;
      else high = middle;
    }
    const found = this.#sorted[low];
    return found && keyOf(found);
  }
}
