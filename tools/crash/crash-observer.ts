import assert from 'node:assert/strict';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { callNode } from './call-node.ts';

type Head = { readonly number: string; readonly hash: string };
type Log = { readonly blockHash: string; readonly logIndex: string };

/** Records what a node has reported to clients, and checks after each restart that the node still has it. */
export class CrashObserver {
  /** block hash by number, of all runs: there are no reorganisations */
  readonly #heads = new Map<string, string>();
  /** receipts of the last run */
  #receipts = new Map<string, unknown>();
  #logs: Log[] = [];
  #taken: Transaction[] = [];
  #examined = 0;
  #examinedLogs = 0;
  #onBusyBlock: (() => void) | undefined;

  /** Number of receipts that were checked after a kill. */
  get verifiedReceipts(): number {
    return this.#examined;
  }

  /** Number of logs that subscribers received and that were checked after a kill. */
  get verifiedLogs(): number {
    return this.#examinedLogs;
  }

  /** Number of blocks that the node has reported in all its runs. */
  get blocks(): number {
    return this.#heads.size;
  }

  /** Records transactions that the node has accepted. */
  addAccepted(transactions: readonly Transaction[]): void {
    this.#taken.push(...transactions);
  }

  /** Records a block that a subscriber has received. */
  observeBlock({ number, hash }: Head): void {
    assert.equal(this.#heads.get(number) ?? hash, hash, `two blocks ${Number(number)}`);
    this.#heads.set(number, hash);
  }

  /** Records a log that a subscriber has received. */
  observeLog(log: Log): void {
    this.#logs.push(log);
  }

  /** Follows the head and the receipts of its transactions until the node has ended; rejects then. */
  async follow(url: string): Promise<never> {
    let last: string | undefined;
    for (;;) {
      const [block] = await callNode(url, [['eth_getBlockByNumber', 'latest', false]]);
      const { number, hash, transactions } = block as Head & { readonly transactions: readonly string[] };
      if (hash === last) continue;
      last = hash;
      this.observeBlock({ number, hash });
      const receipts = await callNode(
        url,
        transactions.map((hash) => ['eth_getTransactionReceipt', hash]),
      );
      for (const [index, tx] of transactions.entries()) this.#receipts.set(tx, receipts[index]);
      if (transactions.length > 0) this.#onBusyBlock?.();
    }
  }

  /** Resolves when that many blocks with transactions have been reported. */
  busyBlocks(count: number): Promise<void> {
    let left = count;
    return new Promise((resolve) => {
      this.#onBusyBlock = () => {
        if (--left <= 0) resolve();
      };
    });
  }

  /** Asserts that a restarted node still has everything it has reported. */
  async verify(url: string): Promise<void> {
    await this.#examineBlocks(url);
    await this.#examineReceipts(url);
    await this.#examineLogs(url);
    await this.#examineTaken(url);
  }

  async #examineBlocks(url: string): Promise<void> {
    const reported = [...this.#heads].slice(-200);
    const found = await callNode(
      url,
      reported.map(([number]) => ['eth_getBlockByNumber', number, false]),
    );
    for (const [index, [number, hash]] of reported.entries()) {
      assert.equal((found[index] as Head | null)?.hash, hash, `hash of block ${Number(number)}`);
    }
  }

  async #examineReceipts(url: string): Promise<void> {
    const reported = [...this.#receipts];
    const found = await callNode(
      url,
      reported.map(([tx]) => ['eth_getTransactionReceipt', tx]),
    );
    assert.deepEqual(
      found,
      reported.map(([, receipt]) => receipt),
    );
    this.#examined += reported.length;
    this.#receipts = new Map();
  }

  async #examineLogs(url: string): Promise<void> {
    const blocks = [...new Set(this.#logs.map(({ blockHash }) => blockHash))];
    const found = await callNode(
      url,
      blocks.map((blockHash) => ['eth_getLogs', { blockHash }]),
    );
    const kept = new Map(found.flatMap((logs) => (logs as Log[]).map((log) => [placeOf(log), log])));
    for (const log of this.#logs) assert.deepEqual(kept.get(placeOf(log)), log);
    this.#examinedLogs += this.#logs.length;
    this.#logs = [];
  }

  /**
   * Accepted transactions without a reported receipt may be lost, but only the last ones of each sender: no nonce is
   * skipped.
   */
  async #examineTaken(url: string): Promise<void> {
    const taken = this.#taken;
    this.#taken = [];
    const receipts = await callNode(
      url,
      taken.map(({ hash }) => ['eth_getTransactionReceipt', hash]),
    );
    const senders = [...new Set(taken.map(({ sender }) => sender))];
    const counts = await callNode(
      url,
      senders.map((sender) => ['eth_getTransactionCount', sender, 'latest']),
    );
    for (const [index, { sender, nonce, hash }] of taken.entries()) {
      const isRun = nonce < BigInt(String(counts[senders.indexOf(sender)]));
      assert.equal(receipts[index] !== null, isRun, `${hash}, nonce ${nonce} of ${sender}`);
    }
  }
}

function placeOf({ blockHash, logIndex }: Log): string {
  return `${blockHash} ${logIndex}`;
}
