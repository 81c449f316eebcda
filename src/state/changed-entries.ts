import type { Hex } from '../primitives/hex.ts';
import { KnownGaps } from './known-gaps.ts';
import { listOver } from './list-over.ts';
import type { Entry } from './merge-entries.ts';

/** A change: null removes the entry. */
type Changed = readonly [key: Hex, value: Uint8Array | null];

/** Entries in order. It is never changed, but replaced: a list that began before keeps its own. */
type Part = readonly Changed[];

/** What one change copies, at most, once there is an order. */
const partSize = 256;

/**
 * Changed entries of one account, by key and in order of the keys. The order is made when they are listed first, and kept
 * up to date from then on: a list takes the time of what it returns, not of all that was changed before.
 */
export class ChangedEntries {
  readonly values = new Map<Hex, Uint8Array | null>();
  /** whether all earlier entries of the account are removed */
  readonly wiped: boolean;
  #parts: readonly Part[] | undefined;
  /** ranges in which all entries are removed, as lists have found, and the version of what is under them */
  #gaps = KnownGaps.none;
  #gapsVersion = 0;

  constructor(wiped: boolean) {
    this.wiped = wiped;
  }

  #ordered(): readonly Part[] {
    this.#parts ??= partsOf([...this.values].sort(([left], [right]) => (left < right ? -1 : 1)));
    return this.#parts;
  }

  /**
   * All entries, as they are now, whose key starts with `prefix`, in order from `from` on: the changed ones, and of those
   * under them, which `under` lists from a key on in its `version`, what is not changed. Passes what is removed once.
   */
  listOver(under: (from: Hex) => Iterable<Entry>, version: number, prefix: Hex, from: Hex): Iterable<Entry> {
    if (version !== this.#gapsVersion) this.#gaps = KnownGaps.none;
    this.#gapsVersion = version;
    const parts = this.#ordered();
    const gaps = this.#gaps;
    const learn = (first: Hex, end: Hex) => {
      // unless whoever lists has changed something since
      if (this.#parts === parts && version === this.#gapsVersion) this.#gaps = this.#gaps.with(first, end);
    };
    const own = (start: Hex) => matching(parts, prefix, start);
    return listOver({ prefix, own, under, gaps, learn }, from > prefix ? from : prefix);
  }

  /** Sets the entry; undefined: it is not changed any more. */
  set(key: Hex, value: Uint8Array | null | undefined): void {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
    if (value !== null) this.#gaps = this.#gaps.without(key);
    if (this.#parts === undefined) return;
    const at = partIndex(this.#parts, key);
    const part = this.#parts[at] ?? [];
    const index = entryIndex(part, key);
    const isThere = part[index]?.[0] === key;
    const changed = part.toSpliced(index, isThere ? 1 : 0, ...(value === undefined ? [] : [[key, value] as const]));
    this.#parts = this.#parts.toSpliced(
      at,
      1,
      ...(changed.length > partSize ? partsOf(changed) : partsOf(changed, partSize)),
    );
  }
}

/** Parts of at most `size` entries, by default half as many as they may have; none is empty. */
function partsOf(entries: Part, size = partSize / 2): readonly Part[] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, at) => entries.slice(at * size, (at + 1) * size));
}

function* matching(parts: readonly Part[], prefix: Hex, from: Hex): Iterable<Changed> {
  const first = partIndex(parts, from);
  let index = entryIndex(parts[first] ?? [], from);
  for (let at = first; at < parts.length; at++) {
    const part = parts[at] ?? [];
    for (; index < part.length; index++) {
      const changed = part[index] as Changed;
      if (!changed[0].startsWith(prefix)) return;
      yield changed;
    }
    index = 0;
  }
}

/** The last part that begins with the key or a lower one; the first when none does. */
function partIndex(parts: readonly Part[], key: Hex): number {
  return Math.max(0, countWhile(parts, (part) => (part[0] as Changed)[0] <= key) - 1);
}

/** How many entries have a lower key: the index of the key, or where it belongs. */
const entryIndex = (part: Part, key: Hex): number => countWhile(part, ([other]) => other < key);

/** How many values, which come first, are so. */
function countWhile<T>(values: readonly T[], isSo: (value: T) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(values[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
