import type { Hex } from '../primitives/hex.ts';
import { type KnownGaps, keyAfter } from './known-gaps.ts';
import type { Entry } from './merge-entries.ts';

/** Removed entries in a row that are remembered; fewer are passed each time. */
const leastRun = 4;

type Lists = {
  readonly prefix: Hex;
  /** changed entries whose key starts with the prefix, from a key on; null removes the one with that key */
  own(from: Hex): Iterable<readonly [key: Hex, value: Uint8Array | null]>;
  /** the entries under them, likewise */
  under(from: Hex): Iterable<Entry>;
  readonly gaps: KnownGaps;
  /** called with a range in which all entries are removed */
  learn(from: Hex, end: Hex): void;
};

/** Merges two lists like `mergeEntries`, from the key on, and reads nothing of the gaps that are known. */
export function* listOver(lists: Lists, from: Hex): Iterable<Entry> {
  const run = new RemovedRun(lists);
  let start: Hex | undefined = lists.gaps.endOf(from) ?? from;
  run.pass(from, start, 0);
  while (start?.startsWith(lists.prefix)) start = yield* listUpToGap(lists, start, run);
  run.end();
}

/** Returns where the gap ends that comes next; undefined when there is none. */
function* listUpToGap({ own, under, gaps }: Lists, from: Hex, run: RemovedRun): Generator<Entry, Hex | undefined> {
  const changes = own(from)[Symbol.iterator]();
  const entries = under(from)[Symbol.iterator]();
  try {
    let [change, entry] = [changes.next(), entries.next()];
    for (;;) {
      if (entry.done !== true && (change.done === true || entry.value[0] < change.value[0])) {
        run.end();
        yield entry.value;
        entry = entries.next();
        continue;
      }
      if (change.done === true) return undefined;
      const [key, value] = change.value;
      const gapEnd = value === null ? gaps.endOf(key) : undefined;
      if (gapEnd !== undefined) {
        run.pass(key, gapEnd, 0);
        return gapEnd;
      }
      if (value === null) run.pass(key, keyAfter(key), 1);
      else {
        run.end();
        yield [key, value];
      }
      change = changes.next();
      if (entry.done !== true && entry.value[0] === key) entry = entries.next();
    }
  } finally {
    entries.return?.();
  }
}

/** Removed entries that are passed one after the other. */
class RemovedRun {
  readonly #learn: Lists['learn'];
  #range: readonly [from: Hex, end: Hex] | undefined;
  /** Number of those that are not in a known gap. */
  #length = 0;

  constructor({ learn }: Pick<Lists, 'learn'>) {
    this.#learn = learn;
  }

  pass(from: Hex, end: Hex, length: number): void {
    this.#range = [this.#range?.[0] ?? from, end];
    this.#length += length;
  }

  /** An entry follows, or nothing. */
  end(): void {
    if (this.#range !== undefined && this.#length >= leastRun) this.#learn(...this.#range);
    this.#range = undefined;
    this.#length = 0;
  }
}
