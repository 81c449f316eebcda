import type { Address } from '../../primitives/address.ts';

/**
 * The largest of many balances. It keeps more of them than are ever requested, so that the largest stay known for a
 * long time while balances change. When they are no longer known, `largest` returns undefined.
 */
export class TopBalances {
  readonly #minKept: number;
  readonly #balances = new Map<Address, bigint>();
  /** no account that is not kept has more */
  #threshold = 0n;

  /** `kept`: how many are kept at least, if there are as many */
  constructor(kept: number) {
    this.#minKept = kept;
  }

  /** Sets the current balance of an account. */
  set(account: Address, balance: bigint): void {
    if (balance > this.#threshold) this.#balances.set(account, balance);
    else this.#balances.delete(account);
    if (this.#balances.size > 2 * this.#minKept) this.#dropSmallest();
  }

  /** The `count` largest among those accepted, the largest first; undefined when others could be among them. */
  largest(count: number, accepts: (account: Address) => boolean): readonly (readonly [Address, bigint])[] | undefined {
    const found = this.#ranked()
      .filter(([account]) => accepts(account))
      .slice(0, count);
    return this.#threshold === 0n || found.length === count ? found : undefined;
  }

  #dropSmallest(): void {
    const ranked = this.#ranked();
    this.#threshold = ranked[this.#minKept]?.[1] ?? 0n;
    for (const [account] of ranked.slice(this.#minKept)) this.#balances.delete(account);
  }

  #ranked(): (readonly [Address, bigint])[] {
    return [...this.#balances].sort(([left, one], [right, other]) => {
      if (one !== other) return one > other ? -1 : 1;
      return left < right ? -1 : 1;
    });
  }
}
