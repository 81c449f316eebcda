import type { Address } from '../../primitives/address.ts';

/**
 * The largest of many balances. It remembers more than are ever asked for, so that it can tell for a long time which
 * are the largest while balances change; when it cannot any more, it says so.
 */
export class TopBalances {
  readonly #kept: number;
  readonly #balances = new Map<Address, bigint>();
  /** no account that is not remembered has more */
  #bar = 0n;

  /** `kept`: how many are remembered at least, if there are as many */
  constructor(kept: number) {
    this.#kept = kept;
  }

  /** An account has that much now. */
  set(account: Address, balance: bigint): void {
    if (balance > this.#bar) this.#balances.set(account, balance);
    else this.#balances.delete(account);
    if (this.#balances.size > 2 * this.#kept) this.#forgetSmallest();
  }

  /** The `count` largest among those accepted, the largest first; undefined when others could be among them. */
  largest(count: number, accepts: (account: Address) => boolean): readonly (readonly [Address, bigint])[] | undefined {
    const found = this.#ranked()
      .filter(([account]) => accepts(account))
      .slice(0, count);
    return this.#bar === 0n || found.length === count ? found : undefined;
  }

  #forgetSmallest(): void {
    const ranked = this.#ranked();
    this.#bar = ranked[this.#kept]?.[1] ?? 0n;
    for (const [account] of ranked.slice(this.#kept)) this.#balances.delete(account);
  }

  #ranked(): (readonly [Address, bigint])[] {
    return [...this.#balances].sort(([left, one], [right, other]) => {
      if (one !== other) return one > other ? -1 : 1;
      return left < right ? -1 : 1;
    });
  }
}
