import { type PooledTransaction, tipAt } from './pooled-transaction.ts';
import { PriorityQueue } from './priority-queue.ts';

/** The order of eviction from a full pool: the transaction with the lowest tip first, of equal ones the newest. */
export class EvictionOrder {
  readonly #baseFee: bigint;
  readonly #isPooled: (pooled: PooledTransaction) => boolean;
  #queue: PriorityQueue<PooledTransaction>;

  /** Transactions that left the pool are not removed here but skipped: `isPooled` says which are still there. */
  constructor(baseFee: bigint, isPooled: (pooled: PooledTransaction) => boolean) {
    this.#baseFee = baseFee;
    this.#isPooled = isPooled;
    this.#queue = this.#queueFrom([]);
  }

  /** `all`: all pooled transactions, from which the queue is rebuilt when most of its items are no longer pooled. */
  add(pooled: PooledTransaction, all: { readonly size: number; values(): Iterable<PooledTransaction> }): void {
    if (this.#queue.size > 2 * all.size + 64) this.#queue = this.#queueFrom(all.values());
    else this.#queue.push(pooled);
  }

  /** The next one to evict; undefined when the pool is empty. */
  peek(): PooledTransaction | undefined {
    let first = this.#queue.peek();
    while (first !== undefined && !this.#isPooled(first)) {
      this.#queue.pop();
      first = this.#queue.peek();
    }
    return first;
  }

  /** Whether `one` is evicted before `other`. */
  isCheaper(one: PooledTransaction, other: PooledTransaction): boolean {
    const [left, right] = [tipAt(one, this.#baseFee), tipAt(other, this.#baseFee)];
    return left === right ? one.arrival > other.arrival : left < right;
  }

  #queueFrom(items: Iterable<PooledTransaction>): PriorityQueue<PooledTransaction> {
    return new PriorityQueue<PooledTransaction>((left, right) => this.isCheaper(left, right), items);
  }
}
