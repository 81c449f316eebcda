import assert from 'node:assert/strict';
import type { Block } from '#qord/chain/types.ts';

type Accepted = { readonly sender: string; readonly nonce: bigint };

/** What nodes have accepted from clients, and what became of it. */
export class TransactionLedger {
  readonly #waiting = new Map<string, Accepted>();
  readonly #mined = new Set<string>();
  #accepted = 0;

  /** Transactions that were accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** A node has returned the hash of a transaction. */
  accept(hash: string, sender: string, nonce: bigint): void {
    this.#accepted++;
    if (!this.#mined.has(hash)) this.#waiting.set(hash, { sender, nonce });
  }

  /** A block has been committed. */
  follow({ header, transactions }: Block): void {
    for (const { hash, sender, nonce } of transactions) {
      assert.ok(!this.#mined.has(hash), `block ${header.number} repeats ${hash}`);
      this.#mined.add(hash);
      this.#waiting.delete(hash);
      for (const [other, accepted] of this.#waiting) {
        if (accepted.sender === sender && accepted.nonce === nonce) this.#waiting.delete(other); // it was replaced
      }
    }
  }

  /** The process whose memory had the pool is gone: what waited may have been lost. */
  forget(): void {
    this.#waiting.clear();
  }

  /** Hashes of those that were accepted, and neither mined nor replaced. */
  get waiting(): readonly string[] {
    return [...this.#waiting.keys()];
  }
}
