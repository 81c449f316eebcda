import assert from 'node:assert/strict';
import type { Block } from '#qord/chain/types.ts';
import type { MempoolReader } from '#qord/mempool/types.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { situation } from '../situations.ts';

type Accepted = { readonly sender: string; readonly nonce: bigint };

/** What nodes have accepted from clients, and what became of it. */
export class TransactionLedger {
  readonly #waiting = new Map<string, Accepted>();
  readonly #mined = new Set<string>();
  /** the next nonce of each sender in the chain */
  readonly #nonces = new Map<string, bigint>();
  #accepted = 0;

  /** Transactions that were accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** A node that is alive has returned the hash of a transaction. */
  accept(hash: string, sender: string, nonce: bigint): void {
    this.#accepted++;
    const isPast = nonce < (this.#nonces.get(sender) ?? 0n); // mined, or replaced by one that is, before the answer came
    if (!isPast) this.#waiting.set(hash, { sender, nonce });
  }

  /** A block has been committed. */
  follow({ header, transactions }: Block): void {
    for (const { hash, sender, nonce } of transactions) {
      assert.ok(!this.#mined.has(hash), `block ${header.number} repeats ${hash}`);
      this.#mined.add(hash);
      this.#waiting.delete(hash);
      this.#nonces.set(sender, nonce + 1n);
      for (const [other, accepted] of this.#waiting) {
        if (accepted.sender === sender && accepted.nonce === nonce) this.#waiting.delete(other); // it was replaced
      }
    }
  }

  /** The process whose memory had the pool is gone: what waited may have been lost. */
  forget(): void {
    this.#waiting.clear();
  }

  /**
   * Asserts, when nothing happens any more, that what was accepted is mined, replaced, or still in the pool of a node
   * behind a gap of nonces.
   */
  assertAtRest(pools: readonly MempoolReader[]): void {
    for (const pool of pools) assert.equal(pool.counts().pending, 0, 'no executable transaction waits at rest');
    const queuedOf = (sender: string) => pools.flatMap((pool) => pool.contentOf(sender as Address).queued);
    for (const [hash, { sender, nonce }] of this.#waiting) {
      const isThere = pools.some((pool) => pool.get(hash as Hash) !== undefined);
      assert.ok(
        isThere || queuedOf(sender).some((other) => other.nonce === nonce),
        `${hash} was accepted, and is neither mined nor in a pool`,
      );
    }
    for (const [sender, next] of this.#nonces) {
      const isStranded = queuedOf(sender).some(({ nonce }) => nonce <= next);
      assert.ok(!isStranded, `nonce ${next} of ${sender} or one before it waits though it could be mined, or was`);
    }
    if (pools.some((pool) => pool.counts().queued > 0)) situation('a gap of nonces stays');
  }
}
