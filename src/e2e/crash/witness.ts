import assert from 'node:assert/strict';
import { callNode } from './call-node.ts';

type Told = { readonly number: string; readonly hash: string };

/** Remembers what a node has told, and demands it of the node after each restart. */
export class Witness {
  #head: Told | undefined;
  /** by transaction hash, those of the last run */
  #receipts = new Map<string, unknown>();
  #examined = 0;
  #onBusyBlock: (() => void) | undefined;

  /** Receipts that were demanded again after a kill. */
  get examined(): number {
    return this.#examined;
  }

  /** Follows the head and the receipts of its transactions until the node is gone; rejects then. */
  async follow(url: string): Promise<never> {
    for (;;) {
      const [block] = await callNode(url, [['eth_getBlockByNumber', 'latest', false]]);
      const { number, hash, transactions } = block as Told & { readonly transactions: readonly string[] };
      if (hash === this.#head?.hash) continue;
      this.#head = { number, hash };
      const receipts = await callNode(
        url,
        transactions.map((hash) => ['eth_getTransactionReceipt', hash]),
      );
      for (const [index, tx] of transactions.entries()) this.#receipts.set(tx, receipts[index]);
      if (transactions.length > 0) this.#onBusyBlock?.();
    }
  }

  /** Resolves when it has been told of that many blocks with transactions. */
  busyBlocks(count: number): Promise<void> {
    let left = count;
    return new Promise((resolve) => {
      this.#onBusyBlock = () => {
        if (--left <= 0) resolve();
      };
    });
  }

  /** Asserts that a restarted node still has all it has told of. */
  async examine(url: string): Promise<void> {
    if (this.#head === undefined) return;
    const { number, hash } = this.#head;
    const [height, block] = await callNode(url, [['eth_blockNumber'], ['eth_getBlockByNumber', number, false]]);
    assert.ok(Number(height) >= Number(number), `block ${Number(number)} was told of, the head is ${Number(height)}`);
    assert.equal((block as Told | null)?.hash, hash, `hash of block ${Number(number)}`);
    const told = [...this.#receipts];
    const found = await callNode(
      url,
      told.map(([tx]) => ['eth_getTransactionReceipt', tx]),
    );
    assert.deepEqual(
      found,
      told.map(([, receipt]) => receipt),
    );
    this.#examined += told.length;
    this.#receipts = new Map();
  }
}
