import type { Hex } from '../primitives/hex.ts';

/** No entry has a key from the first on and below the second. */
type Gap = readonly [from: Hex, end: Hex];

/** What is remembered at most: changes inside of gaps divide them. */
const maxGaps = 1_024;

/** The lowest key above another: entries are in the order of bytes. */
export const keyAfter = (key: Hex): Hex => `${key}00`;

/**
 * Ranges of keys that are known to have no entries, because all that there were are removed. Whoever lists the entries of a
 * queue that was emptied from its beginning would otherwise pass all of them again, each time, and pay for none. Nothing
 * depends on what is known but the time of a list. Never changed: each change is another object, so that a list that has
 * begun keeps its own.
 */
export class KnownGaps {
  static readonly none = new KnownGaps([]);
  /** in order, without common keys */
  readonly #gaps: readonly Gap[];

  private constructor(gaps: readonly Gap[]) {
    this.#gaps = gaps;
  }

  /** Where the gap ends in which the key is; undefined when it is in none. */
  endOf(key: Hex): Hex | undefined {
    const gap = this.#gaps[this.#firstEndingAfter(key)];
    return gap !== undefined && gap[0] <= key ? gap[1] : undefined;
  }

  /** With the range, and one gap for all that it touches. */
  with(from: Hex, end: Hex): KnownGaps {
    const first = this.#firstEndingAfter(from, true);
    let last = first;
    let [low, high] = [from, end];
    for (; last < this.#gaps.length; last++) {
      const gap = this.#gaps[last] as Gap;
      if (gap[0] > end) break;
      if (gap[0] < low) low = gap[0];
      if (gap[1] > high) high = gap[1];
    }
    const gaps = this.#gaps.toSpliced(first, last - first, [low, high]);
    return gaps.length > maxGaps ? new KnownGaps([[low, high]]) : new KnownGaps(gaps);
  }

  /** Without the key, which now has an entry. */
  without(key: Hex): KnownGaps {
    const at = this.#firstEndingAfter(key);
    const gap = this.#gaps[at];
    if (gap === undefined || gap[0] > key) return this;
    const parts: readonly Gap[] = [
      [gap[0], key],
      [keyAfter(key), gap[1]],
    ];
    const rest = parts.filter(([from, end]) => from < end);
    const gaps = this.#gaps.toSpliced(at, 1, ...rest);
    return gaps.length > maxGaps ? KnownGaps.none : new KnownGaps(gaps);
  }

  /** Index of the first gap that ends after the key, or at it. */
  #firstEndingAfter(key: Hex, orAt = false): number {
    let [low, high] = [0, this.#gaps.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const end = (this.#gaps[middle] as Gap)[1];
      if (orAt ? end < key : end <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
