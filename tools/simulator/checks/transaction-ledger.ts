import assert from 'node:assert/strict';
import type { Block } from '#qord/chain/types.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { dropReasons } from '#qord/mempool/drop-reasons.ts';
import type { MempoolReader } from '#qord/mempool/types.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import type { StateView } from '#qord/state/types.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { situation } from '../situations.ts';

const developmentAccounts = Array.from({ length: 10 }, (_, index) => accountOf(index));

type Accepted = { readonly sender: string; readonly nonce: bigint };

/** What nodes have accepted from clients, and what became of it. */
export class TransactionLedger {
  readonly #waiting = new Map<string, Accepted>();
  /** when each was mined, in milliseconds of the simulated time */
  readonly #mined = new Map<string, number>();
  readonly #now: () => number;
  /** the next nonce of each sender in the chain */
  readonly #nonces = new Map<string, bigint>();
  #accepted = 0;
  /** grows when what was accepted may be gone */
  era = 0;
  /** blocks have been removed */
  hasRewound = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds since a transaction was mined; 0 when it is not. */
  sinceMined(hash: unknown): number {
    const now = this.#now();
    return now - (this.#mined.get(String(hash)) ?? now);
  }

  /** Transactions that were accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** A node has returned the hash of a transaction that was sent in this era. */
  accept({ hash, sender, nonce }: Transaction, era: number): void {
    if (era !== this.era) return;
    this.#accepted++;
    const isPast = nonce < (this.#nonces.get(sender) ?? 0n); // mined, or replaced by one that is, before the answer came
    if (!isPast) this.#waiting.set(hash, { sender, nonce });
  }

  /** A block has been committed. */
  follow({ header, transactions }: Block): void {
    for (const { hash, sender, nonce } of transactions) {
      assert.ok(!this.#mined.has(hash), `block ${header.number} repeats ${hash}`);
      this.#mined.set(hash, this.#now());
      this.#waiting.delete(hash);
      this.#nonces.set(sender, nonce + 1n);
      for (const [other, accepted] of this.#waiting) {
        if (accepted.sender === sender && accepted.nonce === nonce) this.#waiting.delete(other); // it was replaced
      }
    }
  }

  /** What waited may have been lost: the process is gone whose memory had the pool, or somebody changes the chain. */
  forget(): void {
    this.#waiting.clear();
    this.era++;
  }

  /** Blocks were removed: these are left. */
  rewind(blocks: Iterable<Block>): void {
    this.forget();
    this.hasRewound = true;
    this.#mined.clear();
    this.#nonces.clear();
    for (const block of blocks) this.follow(block);
  }

  /** Asserts that what is pending continues the nonces of its senders, and that nothing waits behind a gap that is closed. */
  assertNonces(pool: MempoolReader, state: StateView): void {
    for (const sender of developmentAccounts) {
      const { pending, queued } = pool.contentOf(sender);
      const { nonce = 0n } = state.account(sender) ?? {};
      const expected = pending.map((_, at) => nonce + BigInt(at));
      const found = pending.map((each) => each.nonce);
      assert.deepEqual(found, expected, `what is pending of ${sender} continues its nonce`);
      const next = nonce + BigInt(pending.length);
      assert.equal(pool.nextNonce(sender), next, `the next nonce of ${sender}`);
      const isClosed = queued.some((each) => each.nonce === next);
      assert.ok(!isClosed, `nonce ${next} of ${sender} waits though nothing is missing before it`);
    }
  }

  /** A transaction that waits. */
  someWaiting(random: Random): string | undefined {
    return [...this.#waiting.keys()][random.below(this.#waiting.size + 1)];
  }

  /** Asserts that what was accepted and is not mined is in the pool of a node, or that one says why it is not. */
  assertKept(pools: readonly MempoolReader[]): void {
    for (const key of this.#waiting.keys()) {
      const hash = key as Hash;
      if (pools.some((pool) => pool.get(hash) !== undefined)) continue;
      const reason = pools.map((pool) => pool.dropReason(hash)).find((each) => each !== undefined);
      assert.ok(reason, `${hash} was accepted, is neither mined nor in a pool, and no node says why`);
      if (reason === dropReasons.evicted) situation('a full pool has dropped a transaction');
      this.#waiting.delete(hash);
    }
  }

  /** Asserts, when nothing happens any more, that only what is behind a gap of nonces is not mined, and that pools count what they have. */
  assertAtRest(pools: readonly MempoolReader[]): void {
    for (const pool of pools) {
      const { pending, queued } = pool.content();
      assert.equal(pending.length, 0, 'no executable transaction waits at rest');
      assert.deepEqual(pool.counts(), { pending: 0, queued: queued.length }, 'a pool counts what it has');
      const bytes = queued.reduce((sum, { raw }) => sum + raw.length, 0);
      assert.equal(pool.byteSize(), bytes, 'a pool counts the bytes that it has');
    }
    this.assertKept(pools);
    const queuedOf = (sender: string) => pools.flatMap((pool) => pool.contentOf(sender as Address).queued);
    for (const [sender, next] of this.#nonces) {
      const isStranded = queuedOf(sender).some(({ nonce }) => nonce <= next);
      assert.ok(!isStranded, `nonce ${next} of ${sender} or one before it waits though it could be mined, or was`);
    }
    if (pools.some((pool) => pool.counts().queued > 0)) situation('a gap of nonces stays');
  }
}
