import assert from 'node:assert/strict';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { callNode } from './call-node.ts';

type Head = { readonly number: string; readonly hash: string };
type Log = { readonly blockHash: string; readonly logIndex: string };

/** Remembers what a node has told, and demands it of the node after each restart. */
export class CrashObserver {
  /** hash by number, of all runs: there are no reorganisations */
  readonly #heads = new Map<string, string>();
  /** of the last run */
  #receipts = new Map<string, unknown>();
  #logs: Log[] = [];
  #taken: Transaction[] = [];
  #examined = 0;
  #examinedLogs = 0;
  #onBusyBlock: (() => void) | undefined;

  /** Receipts that were demanded again after a kill. */
  get verifiedReceipts(): number {
    return this.#examined;
  }

  /** Logs that subscribers were told of, and that were demanded again after a kill. */
  get verifiedLogs(): number {
    return this.#examinedLogs;
  }

  /** Blocks that the node has told of in all its runs. */
  get blocks(): number {
    return this.#heads.size;
  }

  /** The node has said that it would run these. */
  addAccepted(transactions: readonly Transaction[]): void {
    this.#taken.push(...transactions);
  }

  /** The node has told a subscriber of a block. */
  observeBlock({ number, hash }: Head): void {
    assert.equal(this.#heads.get(number) ?? hash, hash, `two blocks ${Number(number)}`);
    this.#heads.set(number, hash);
  }

  /** The node has told a subscriber of a log. */
  observeLog(log: Log): void {
    this.#logs.push(log);
  }

  /** Follows the head and the receipts of its transactions until the node is gone; rejects then. */
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
  async verify(url: string): Promise<void> {
    await this.#examineBlocks(url);
    await this.#examineReceipts(url);
    await this.#examineLogs(url);
    await this.#examineTaken(url);
  }

  async #examineBlocks(url: string): Promise<void> {
    const told = [...this.#heads].slice(-200);
    const found = await callNode(
      url,
      told.map(([number]) => ['eth_getBlockByNumber', number, false]),
    );
    for (const [index, [number, hash]] of told.entries()) {
      assert.equal((found[index] as Head | null)?.hash, hash, `hash of block ${Number(number)}`);
    }
  }

  async #examineReceipts(url: string): Promise<void> {
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

  /** What was taken and not told of may be lost, but only from the end: of each sender's transactions, none is skipped. */
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
