import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';

/** Ranges that are remembered at most: modules have some dozens, but clients may ask for any. */
const maxRanges = 1_024;

/**
 * Remembers ranges of entries that have been found empty, by owner and prefix: after every block a dozen queues of
 * modules are looked at, and nearly all are empty. A search of the store that finds nothing takes 10 to 20 µs.
 */
export class EmptyRanges {
  readonly #prefixes = new Map<Address, Set<Hex>>();
  #size = 0;

  has(owner: Address, prefix: Hex): boolean {
    return this.#prefixes.get(owner)?.has(prefix) === true;
  }

  add(owner: Address, prefix: Hex): void {
    if (this.#size >= maxRanges) this.clear();
    const known = this.#prefixes.get(owner);
    if (known === undefined) this.#prefixes.set(owner, new Set([prefix]));
    else known.add(prefix);
    this.#size++;
  }

  /** An entry was set: no range with its key is empty any more. */
  remove(owner: Address, key: Hex): void {
    const known = this.#prefixes.get(owner);
    if (known === undefined) return;
    for (const prefix of known) if (key.startsWith(prefix) && known.delete(prefix)) this.#size--;
  }

  clear(): void {
    this.#prefixes.clear();
    this.#size = 0;
  }
}
