import type { Hash } from '../../primitives/hash.ts';

/** Milliseconds after which transactions submitted here are sent again: peers that connect later have not seen them. */
const ownIntervalMs = 10_000;
/**
 * The same for transactions of peers, since the node that they were submitted to may be gone. Later, so that nearly all
 * are in a block by then.
 */
const othersIntervalMs = 30_000;

/** When the transactions of the pool are due to be sent to peers again. */
export class RepeatedSends {
  /** the earliest first in both */
  readonly #own = new Map<Hash, number>();
  readonly #others = new Map<Hash, number>();

  get size(): number {
    return this.#own.size + this.#others.size;
  }

  /** Counts the time from now on. */
  add(hash: Hash, isOwn: boolean, now: number): void {
    const times = isOwn ? this.#own : this.#others;
    times.delete(hash);
    times.set(hash, now + (isOwn ? ownIntervalMs : othersIntervalMs));
  }

  /** Those that are due, until the caller has enough. It decides which to add again. */
  *take(now: number): Iterable<{ readonly hash: Hash; readonly isOwn: boolean }> {
    for (const times of [this.#own, this.#others]) {
      for (const [hash, time] of times) {
        if (time > now) break;
        times.delete(hash);
        yield { hash, isOwn: times === this.#own };
      }
    }
  }

  /** Drops those that are no longer wanted. */
  keepOnly(isWanted: (hash: Hash) => boolean): void {
    for (const times of [this.#own, this.#others])
      for (const hash of times.keys()) if (!isWanted(hash)) times.delete(hash);
  }
}
