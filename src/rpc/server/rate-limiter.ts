import type { Client } from '../types.ts';

/** So many networks are remembered before those with their full allowance are forgotten. */
const fewNetworks = 10_000;

type Account = { allowance: number; updated: number };

/**
 * Requests per second for each client's network. It may save up one second's worth; a batch larger than that is let
 * through once and then paid off.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  #many = fewNetworks;

  /** `now`: milliseconds on a clock that never goes back */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Milliseconds until the client may ask again; 0 when it may ask now. */
  wait(client: Client): number {
    const { allowance } = this.#accountOf(client);
    return allowance >= 1 ? 0 : ((1 - allowance) / this.#perSecond) * 1000;
  }

  /** Charges the client for requests it has made. */
  charge(client: Client, requests: number): void {
    this.#accountOf(client).allowance -= requests;
  }

  #accountOf({ network }: Client): Account {
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
    this.#many = Math.max(fewNetworks, 2 * this.#accounts.size);
  }
}
