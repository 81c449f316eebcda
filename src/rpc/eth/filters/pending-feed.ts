import type { Hash } from '../../../primitives/hash.ts';

/** The hashes of the newest pending transactions, numbered in order of arrival. */
export class PendingFeed {
  readonly #capacity: number;
  readonly #hashes: Hash[] = [];
  #first = 0;

  /** `capacity`: hashes kept; a filter polled too rarely misses older ones */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** number of the oldest hash */
  get first(): number {
    return this.#first;
  }

  /** number of the next hash to come */
  get end(): number {
    return this.#first + this.#hashes.length;
  }

  add(hash: Hash): void {
    this.#hashes.push(hash);
    if (this.#hashes.length < 2 * this.#capacity) return;
    this.#first += this.#capacity;
    this.#hashes.splice(0, this.#capacity);
  }

  since(number: number): readonly Hash[] {
    return this.#hashes.slice(Math.max(0, number - this.#first));
  }
}
