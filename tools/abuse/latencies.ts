/**
 * Latencies of requests that are sent at an interval, one after the other. A request that took longer than the interval
 * delays the next ones; these are added with the time they would have waited (correction for coordinated omission).
 */
export class Latencies {
  readonly #times: number[] = [];
  readonly #interval: number;

  /** @param interval milliseconds from one request to the next */
  constructor(interval: number) {
    this.#interval = interval;
  }

  /** @param milliseconds how long one request took */
  add(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= this.#interval) this.#times.push(left);
  }

  get count(): number {
    return this.#times.length;
  }

  /** The quantile of the latencies, in milliseconds; NaN without requests. */
  quantile(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }

  get max(): number {
    return this.quantile(1);
  }
}
