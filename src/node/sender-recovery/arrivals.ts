import type { Arrival } from './arrival.ts';

/** Raw transactions in the order of their arrival: those that wait for somebody to decode them come last. */
export class Arrivals {
  /** the first that is not settled */
  #oldest: Arrival | undefined;
  #newest: Arrival | undefined;
  /** the first that nobody decodes yet */
  #next: Arrival | undefined;
  #waiting = 0;

  /** Number of those that nobody decodes yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether there is one, which nobody decodes yet. */
  get isSingle(): boolean {
    return this.#oldest !== undefined && this.#oldest === this.#next && this.#next === this.#newest;
  }

  push(arrival: Arrival): void {
    if (this.#newest !== undefined) this.#newest.next = arrival;
    this.#newest = arrival;
    this.#oldest ??= arrival;
    this.#next ??= arrival;
    this.#waiting++;
  }

  /** The next that nobody decodes yet, for the caller to decode: so many and so many bytes at most, at least one. */
  take(count: number, bytes: number): Arrival[] {
    const taken: Arrival[] = [];
    let size = 0;
    for (let next = this.#next; next !== undefined && taken.length < count; next = next.next) {
      size += next.raw.length;
      if (size > bytes && taken.length > 0) break;
      taken.push(next);
    }
    this.#next = taken.at(-1)?.next ?? (taken.length === 0 ? this.#next : undefined);
    this.#waiting -= taken.length;
    return taken;
  }

  /** Settles the oldest ones, so many at most, up to the first that is not decoded; returns whether one more is. */
  settle(count: number): boolean {
    for (let left = count; left > 0 && this.#oldest?.settle !== undefined; left--) {
      const { settle, next } = this.#oldest;
      this.#oldest = next;
      if (next === undefined) this.#newest = undefined;
      settle();
    }
    return this.#oldest?.settle !== undefined;
  }
}
