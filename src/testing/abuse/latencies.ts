/**
 * Times of requests that follow each other at an interval. A request that took longer than the interval stands for
 * those that nobody could send meanwhile: they are added with the time they would have waited.
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

  /** The time that this share of the requests did not exceed; NaN without any. */
  quantile(share: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }

  get max(): number {
    return this.quantile(1);
  }
}
