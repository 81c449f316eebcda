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

  /** A node has returned the hash of a transaction. */
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
   * Asserts, when nothing happens any more, that what was accepted is mined, replaced, or still in the pool behind a
   * gap of nonces.
   */
  assertAtRest(pool: MempoolReader): void {
    const { pending, queued } = pool.counts();
    assert.equal(pending, 0, 'no executable transaction waits at rest');
    let left = 0;
    for (const [hash, { sender, nonce }] of this.#waiting) {
      if (pool.get(hash as Hash) !== undefined) left++;
      else {
        const others = pool.contentOf(sender as Address).queued;
        assert.ok(
          others.some((other) => other.nonce === nonce),
          `${hash} was accepted, and is neither mined nor in the pool`,
        );
      }
    }
    for (const sender of new Set([...this.#waiting.values()].map((accepted) => accepted.sender))) {
      const [first] = pool.contentOf(sender as Address).queued;
      const next = this.#nonces.get(sender) ?? 0n;
      assert.ok(first === undefined || first.nonce > next, `nonce ${next} of ${sender} waits though it could be mined`);
    }
    if (queued > 0) situation('a gap of nonces stays');
    assert.ok(left <= queued);
  }
}
