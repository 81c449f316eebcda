import { Heap } from './heap.ts';
import { type Pooled, tipAt } from './pooled.ts';

/** Knows which pooled transaction gives way when the pool is full: the one that pays least, of equals the newest. */
export class Cheapest {
  readonly #baseFee: bigint;
  readonly #isPooled: (pooled: Pooled) => boolean;
  #heap: Heap<Pooled>;

  /** What left the pool is not taken out here but passed over, as `isPooled` tells. */
  constructor(baseFee: bigint, isPooled: (pooled: Pooled) => boolean) {
    this.#baseFee = baseFee;
    this.#isPooled = isPooled;
    this.#heap = this.#heapOf([]);
  }

  /** `all`: everything pooled, in case there is too much in here that is not. */
  add(pooled: Pooled, all: { readonly size: number; values(): Iterable<Pooled> }): void {
    if (this.#heap.size > 2 * all.size + 64) this.#heap = this.#heapOf(all.values());
    else this.#heap.push(pooled);
  }

  /** undefined when nothing is pooled */
  get(): Pooled | undefined {
    let first = this.#heap.first();
    while (first !== undefined && !this.#isPooled(first)) {
      this.#heap.pop();
      first = this.#heap.first();
    }
    return first;
  }

  /** Whether `one` would give way before `other`. */
  isCheaper(one: Pooled, other: Pooled): boolean {
    const [left, right] = [tipAt(one, this.#baseFee), tipAt(other, this.#baseFee)];
    return left === right ? one.arrival > other.arrival : left < right;
  }

  #heapOf(items: Iterable<Pooled>): Heap<Pooled> {
    return new Heap<Pooled>((left, right) => this.isCheaper(left, right), items);
  }
}
