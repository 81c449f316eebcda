/**
 * A cache that evicts entries that were not used recently. It has two generations instead of the list of an LRU cache:
 * a hit costs one or two look-ups and nothing else. When the young generation is full, it becomes the old one, and the
 * old one is dropped.
 */
export class GenerationalCache<K, V> {
  readonly #limit: number;
  readonly #weightOf: (value: V, key: K) => number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  #weight = 0;

  /** `limit`: weight of one generation; at most twice as much is kept, and no value that weighs more by itself. */
  constructor(limit: number, weightOf: (value: V, key: K) => number) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  get isEmpty(): boolean {
    return this.#young.size === 0 && this.#old.size === 0;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    const weight = this.#weightOf(value, key);
    if (weight > this.#limit) {
      this.#delete(key);
      return;
    }
    this.#weight += weight;
    if (this.#weight > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = weight;
    }
    this.#young.set(key, value);
  }

  #delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#weight = 0;
  }
}
