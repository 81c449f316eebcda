import type { PooledTransaction } from './pooled-transaction.ts';

/** The pooled transactions of one sender by nonce. Those that follow the account's nonce without a gap are pending. */
export class SenderQueue {
  readonly #byNonce = new Map<bigint, PooledTransaction>();
  #nonce: bigint;
  #next: bigint;
  #cost = 0n;
  #tokenFee = 0n;

  /** `nonce`: the account's, which its next transaction must have */
  constructor(nonce: bigint) {
    this.#nonce = nonce;
    this.#next = nonce;
  }

  /** the account's nonce */
  get nonce(): bigint {
    return this.#nonce;
  }

  /** the first nonce without a transaction */
  get nextNonce(): bigint {
    return this.#next;
  }

  /** most wei that all of them together can cost */
  get cost(): bigint {
    return this.#cost;
  }

  /** most wei of fees that they are to pay in another token */
  get tokenFee(): bigint {
    return this.#tokenFee;
  }

  get size(): number {
    return this.#byNonce.size;
  }

  get pendingCount(): number {
    return Number(this.#next - this.#nonce);
  }

  at(nonce: bigint): PooledTransaction | undefined {
    return this.#byNonce.get(nonce);
  }

  isPending(nonce: bigint): boolean {
    return nonce >= this.#nonce && nonce < this.#next;
  }

  /** The pending ones before the first that does not pay, and all others. */
  split(pays: (pooled: PooledTransaction) => boolean): {
    readonly next: readonly PooledTransaction[];
    readonly later: readonly PooledTransaction[];
  } {
    const next: PooledTransaction[] = [];
    for (let at = this.#nonce; at < this.#next; at++) {
      const pooled = this.#byNonce.get(at);
      if (pooled === undefined || !pays(pooled)) break;
      next.push(pooled);
    }
    const end = this.#nonce + BigInt(next.length);
    return { next, later: [...this.#byNonce.values()].filter(({ tx }) => tx.nonce >= end) };
  }

  /** In ascending order of nonces. */
  all(): PooledTransaction[] {
    return [...this.#byNonce.values()].sort((left, right) => (left.tx.nonce < right.tx.nonce ? -1 : 1));
  }

  /** Adds a transaction, or replaces the one with the same nonce. */
  put(pooled: PooledTransaction): void {
    const { nonce } = pooled.tx;
    this.#subtract(this.#byNonce.get(nonce));
    this.#cost += pooled.cost;
    this.#tokenFee += pooled.tokenFee;
    this.#byNonce.set(nonce, pooled);
    this.#closeGap();
  }

  /** Removes a transaction; those with higher nonces are then no longer pending. */
  remove(nonce: bigint): PooledTransaction | undefined {
    const pooled = this.#byNonce.get(nonce);
    if (pooled === undefined) return undefined;
    this.#byNonce.delete(nonce);
    this.#subtract(pooled);
    if (this.isPending(nonce)) this.#next = nonce;
    return pooled;
  }

  /** Sets the account's new nonce, which a rewind lowers; removes and returns the transactions below it. */
  advanceTo(nonce: bigint): readonly PooledTransaction[] {
    const passed: PooledTransaction[] = [];
    for (const pooled of this.#below(nonce)) {
      this.#byNonce.delete(pooled.tx.nonce);
      this.#subtract(pooled);
      passed.push(pooled);
    }
    const hasFallen = nonce < this.#nonce;
    this.#nonce = nonce;
    if (hasFallen || this.#next < nonce) this.#next = nonce;
    this.#closeGap();
    return passed;
  }

  /** The transactions below a nonce. A development network may set one that is farther away than they are many. */
  #below(nonce: bigint): readonly PooledTransaction[] {
    if (nonce - this.#nonce > BigInt(this.#byNonce.size)) return this.all().filter(({ tx }) => tx.nonce < nonce);
    const below: PooledTransaction[] = [];
    for (let at = this.#nonce; at < nonce; at++) {
      const pooled = this.#byNonce.get(at);
      if (pooled !== undefined) below.push(pooled);
    }
    return below;
  }

  #subtract(pooled: PooledTransaction | undefined): void {
    this.#cost -= pooled?.cost ?? 0n;
    this.#tokenFee -= pooled?.tokenFee ?? 0n;
  }

  #closeGap(): void {
    while (this.#byNonce.has(this.#next)) this.#next++;
  }
}
