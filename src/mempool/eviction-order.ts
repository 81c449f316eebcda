import { type PooledTransaction, tipAt } from './pooled-transaction.ts';
import { PriorityQueue } from './priority-queue.ts';

/** Knows which pooled transaction gives way when the pool is full: the one that pays least, of equals the newest. */
export class EvictionOrder {
  readonly #baseFee: bigint;
  readonly #isPooled: (pooled: PooledTransaction) => boolean;
  #heap: PriorityQueue<PooledTransaction>;

  /** What left the pool is not taken out here but passed over, as `isPooled` tells. */
  constructor(baseFee: bigint, isPooled: (pooled: PooledTransaction) => boolean) {
    this.#baseFee = baseFee;
    this.#isPooled = isPooled;
    this.#heap = this.#heapOf([]);
  }

  /** `all`: everything pooled, in case there is too much in here that is not. */
  add(pooled: PooledTransaction, all: { readonly size: number; values(): Iterable<PooledTransaction> }): void {
    if (this.#heap.size > 2 * all.size + 64) this.#heap = this.#heapOf(all.values());
    else this.#heap.push(pooled);
  }

  /** undefined when nothing is pooled */
  peek(): PooledTransaction | undefined {
    let first = this.#heap.peek();
    while (first !== undefined && !this.#isPooled(first)) {
      this.#heap.pop();
      first = this.#heap.peek();
    }
    return first;
  }

  /** Whether `one` would give way before `other`. */
  isCheaper(one: PooledTransaction, other: PooledTransaction): boolean {
    const [left, right] = [tipAt(one, this.#baseFee), tipAt(other, this.#baseFee)];
    return left === right ? one.arrival > other.arrival : left < right;
  }

  #heapOf(items: Iterable<PooledTransaction>): PriorityQueue<PooledTransaction> {
    return new PriorityQueue<PooledTransaction>((left, right) => this.isCheaper(left, right), items);
  }
}
