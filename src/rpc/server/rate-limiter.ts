/** So many addresses are remembered before those with their full allowance are forgotten. */
const fewAddresses = 10_000;

type Account = { allowance: number; updated: number };

/**
 * Requests per second for each address. An address may save up one second's worth; a batch larger than that is let
 * through once and then paid off.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  #many = fewAddresses;

  /** `now`: milliseconds on a clock that never goes back */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Milliseconds until the address may ask again; 0 when it may ask now. */
  wait(address: string): number {
    const { allowance } = this.#accountOf(address);
    return allowance >= 1 ? 0 : ((1 - allowance) / this.#perSecond) * 1000;
  }

  /** Charges the address for requests it has made. */
  charge(address: string, requests: number): void {
    this.#accountOf(address).allowance -= requests;
  }

  #accountOf(address: string): Account {
    const network = networkOf(address);
    const now = this.#now();
    const known = this.#accounts.get(network);
    if (known === undefined) return this.#open(network, now);
    const earned = ((now - known.updated) / 1000) * this.#perSecond;
    known.allowance = Math.min(this.#perSecond, known.allowance + earned);
    known.updated = now;
    return known;
  }

  #open(network: string, now: number): Account {
    if (this.#accounts.size >= this.#many) this.#forget(now);
    const account = { allowance: this.#perSecond, updated: now };
    this.#accounts.set(network, account);
    return account;
  }

  /** Who has its full allowance again needs no memory of it. */
  #forget(now: number): void {
    for (const [network, { allowance, updated }] of this.#accounts) {
      const earned = ((now - updated) / 1000) * this.#perSecond;
      if (allowance + earned >= this.#perSecond) this.#accounts.delete(network);
    }
    this.#many = Math.max(fewAddresses, 2 * this.#accounts.size);
  }
}

/** Somebody who has one IPv6 address has 2^64 of them: what counts is the first half. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  return expand(address).slice(0, 4).join(':');
}

function expand(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}
