/**
 * Places of equal size. What is longer than one takes several in a row. Places that were taken before are taken again
 * first, so that as little memory as possible was ever written.
 */
export class CodeSlots {
  readonly #isTaken: boolean[];
  /** places that are free, or were; the last is taken first */
  readonly #freed: number[] = [];
  #peak = 0;

  constructor(count: number) {
    this.#isTaken = new Array(count).fill(false);
  }

  /** All places from this one on have never been taken. */
  get peak(): number {
    return this.#peak;
  }

  /** The first of `count` adjacent places; undefined when there are none, or when `peak` would grow beyond the limit. */
  take(count: number, limit = this.#isTaken.length): number | undefined {
    const first = count === 1 ? this.#takeOne(limit) : this.#findRow(count, limit);
    if (first === undefined) return undefined;
    this.#isTaken.fill(true, first, first + count);
    this.#peak = Math.max(this.#peak, first + count);
    return first;
  }

  #takeOne(limit: number): number | undefined {
    for (let slot = this.#freed.pop(); slot !== undefined; slot = this.#freed.pop()) {
      if (this.#isTaken[slot] === false) return slot;
    }
    return this.#peak < limit ? this.#peak : undefined;
  }

  #findRow(count: number, limit: number): number | undefined {
    let free = 0;
    for (let slot = 0; slot < Math.max(limit, this.#peak); slot++) {
      free = this.#isTaken[slot] === false ? free + 1 : 0;
      if (free === count) return slot + 1 - count;
    }
    return undefined;
  }

  free(first: number, count: number): void {
    this.#isTaken.fill(false, first, first + count);
    for (let slot = first + count - 1; slot >= first; slot--) this.#freed.push(slot);
  }
}
