/**
 * Latencies of requests that are sent at an interval, one after the other. A request that took longer than the interval
 * delays the next ones; these are added with the time they would have waited (correction for coordinated omission).
 */
export class Latencies {
  readonly #times: number[] = [];
  readonly #intervalMs: number;

  /** @param intervalMs milliseconds from one request to the next */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** @param milliseconds how long one request took */
  add(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= this.#intervalMs) this.#times.push(left);
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
