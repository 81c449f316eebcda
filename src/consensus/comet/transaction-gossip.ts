import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { GenerationalCache } from '../../primitives/generational-cache.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Clock } from '../building/clock.ts';
import { bundle, unbundle } from './transaction-bundle.ts';

type GossipDependencies = {
  readonly mempool: Mempool;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** EIP-2718 bytes → transaction. Rejects when they are none. */
  readonly decode: (raw: Uint8Array) => Promise<Transaction>;
  /** most transactions in the pool, from which on those of peers have to wait */
  readonly maxTransactions: number;
};

/** What a peer is told of a transaction; CometBFT lets peers try again after passing refusals only. */
export const insertCodes = { accepted: 0, rejected: 1, busy: 32_000 } as const;

/** Transactions from peers that are being decoded, at most: a fraction of a second of work. */
const maxUndecoded = 4096;
/** Milliseconds after which our own transactions are sent again: peers that connect later have not seen them. */
const repetitionInterval = 10_000;
/** Hashes of transactions of peers that are remembered. */
const rememberedHashes = 100_000;
/** Bytes sent to CometBFT at once; it asks again after some milliseconds. */
const maxReapBytes = 1_048_576;

/**
 * The way of transactions between nodes. A transaction is sent once it can be executed, also one that a peer has sent, so
 * that it reaches nodes behind this one; those that began here are sent again until they are in a block.
 */
export class TransactionGossip {
  readonly #dependencies: GossipDependencies;
  readonly #fresh = new Set<Hash>();
  /** when each transaction that began here is due again, the earliest first */
  readonly #own = new Map<Hash, number>();
  readonly #fromPeers = new GenerationalCache<Hash, true>(rememberedHashes, () => 1);
  /** transactions of peers on their way into the pool */
  readonly #decoding = new Set<Hash>();

  constructor(dependencies: GossipDependencies) {
    this.#dependencies = dependencies;
    dependencies.mempool.onPending(({ hash }) => this.#add(hash));
  }

  /** Takes transactions of a peer. Returns at once, because the connection to the peer waits meanwhile. */
  insert(entry: Uint8Array): number {
    const transactions = unbundle(entry);
    if (transactions === undefined) return insertCodes.rejected;
    const taken = transactions.map((raw) => this.#take(raw));
    return taken.includes(false) ? insertCodes.busy : insertCodes.accepted;
  }

  /** Whether there was room for it, or no need. */
  #take(raw: Uint8Array): boolean {
    const { mempool, maxTransactions, decode } = this.#dependencies;
    const hash = keccakHash(raw);
    if (mempool.get(hash) !== undefined || this.#decoding.has(hash)) return true;
    const { pending, queued } = mempool.counts();
    if (this.#decoding.size >= maxUndecoded || pending + queued >= maxTransactions) return false;
    this.#fromPeers.set(hash, true);
    this.#decoding.add(hash);
    decode(raw.slice()) // the bytes are a view of a larger message
      .then((transaction) => mempool.add(transaction))
      .catch(() => {}) // the pool rejects what is stale or unpaid: nobody waits for the reason
      .finally(() => this.#decoding.delete(hash));
    return true;
  }

  /** Entries with the transactions that peers have to hear of now. */
  reap(): readonly Uint8Array[] {
    return bundle(this.#due());
  }

  #due(): readonly Uint8Array[] {
    const found: Uint8Array[] = [];
    let size = 0;
    const now = this.#dependencies.clock.elapsed();
    const take = (hash: Hash) => {
      const transaction = this.#dependencies.mempool.get(hash);
      if (transaction === undefined) return;
      found.push(transaction.raw);
      size += transaction.raw.length;
      if (this.#fromPeers.get(hash) !== undefined) return;
      this.#own.delete(hash);
      this.#own.set(hash, now + repetitionInterval);
    };
    for (const hash of this.#fresh) {
      if (size >= maxReapBytes) return found;
      this.#fresh.delete(hash);
      take(hash);
    }
    for (const [hash, due] of this.#own) {
      if (due > now || size >= maxReapBytes) return found;
      this.#own.delete(hash);
      take(hash);
    }
    return found;
  }

  /** While no CometBFT asks, only what is still in the pool is kept. */
  #add(hash: Hash): void {
    this.#fresh.add(hash);
    const { mempool, maxTransactions } = this.#dependencies;
    if (this.#fresh.size <= 2 * maxTransactions) return;
    for (const known of this.#fresh) if (mempool.get(known) === undefined) this.#fresh.delete(known);
  }
}
