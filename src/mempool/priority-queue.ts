/** A binary heap: `push` and `pop` cost O(log n), construction from n items O(n). */
export class PriorityQueue<T> {
  readonly #items: T[];
  readonly #isBefore: (left: T, right: T) => boolean;

  constructor(isBefore: (left: T, right: T) => boolean, items: Iterable<T> = []) {
    this.#isBefore = isBefore;
    this.#items = [...items];
    for (let at = (this.#items.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(this.#items.length - 1);
  }

  /** Removes the first item and returns it. */
  pop(): T | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) {
      this.#items[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #rise(from: number): void {
    for (let at = from; at > 0; at = (at - 1) >> 1) if (!this.#swapIfBefore(at, (at - 1) >> 1)) return;
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const child = this.#precedes(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfBefore(child, at)) return;
      at = child;
    }
  }

  #swapIfBefore(low: number, high: number): boolean {
    const [lower, upper] = [this.#items[low], this.#items[high]];
    if (lower === undefined || upper === undefined || !this.#isBefore(lower, upper)) return false;
    this.#items[low] = upper;
    this.#items[high] = lower;
    return true;
  }

  #precedes(one: number, other: number): boolean {
    const [left, right] = [this.#items[one], this.#items[other]];
    return left !== undefined && right !== undefined && this.#isBefore(left, right);
  }
}
