import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { GenerationalCache } from '../../primitives/generational-cache.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Clock } from '../building/clock.ts';
import { ForwardedEntries } from './forwarded-entries.ts';
import { bundle, unbundle } from './transaction-bundle.ts';

export type GossipDependencies = {
  readonly mempool: Mempool;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** EIP-2718 bytes → transaction. Rejects when they are none. `known` saves the work when its turn has come. */
  readonly decode: (raw: Uint8Array, known: () => Transaction | undefined) => Promise<Transaction>;
  /** a transaction of a proposed block that was not in the pool */
  readonly proposed: (hash: Hash) => Transaction | undefined;
  /** number of transactions in the pool from which on those of peers must wait */
  readonly maxTransactions: number;
  /** Called once for each unsupported version of bundles that peers send. */
  readonly onOtherVersion: (version: number) => void;
};

/** Codes of the response for a transaction of a peer; CometBFT lets peers retry only after temporary rejections. */
export const insertCodes = { accepted: 0, rejected: 1, busy: 32_000 } as const;

/** Transactions from peers that are being decoded, at most: a fraction of a second of work. */
const maxUndecoded = 4096;
/** Milliseconds after which transactions submitted here are sent again: peers that connect later have not seen them. */
const repetitionInterval = 10_000;
/** Hashes of transactions of peers that are remembered. */
const rememberedHashes = 100_000;
/** Bytes sent to CometBFT at once; it asks again after some milliseconds. */
const maxReapBytes = 1_048_576;

/**
 * Exchanges transactions with peers. A transaction is sent when it can be executed, even one received from a peer, so
 * that it reaches nodes that are connected only to this one; those submitted here are sent again until they are in a
 * block.
 */
export class TransactionGossip {
  readonly #dependencies: GossipDependencies;
  readonly #fresh = new Set<Hash>();
  /** when each transaction submitted here is due again, the earliest first */
  readonly #own = new Map<Hash, number>();
  readonly #fromPeers = new GenerationalCache<Hash, true>(rememberedHashes, () => 1);
  /** transactions of peers that are being added to the pool */
  readonly #decoding = new Set<Hash>();
  readonly #forwarded = new ForwardedEntries((hash) => this.#fresh.add(hash));
  readonly #otherVersions = new Set<number>();
  /** how often transactions were sent again, which tells such entries apart */
  #repetitions = 0;

  constructor(dependencies: GossipDependencies) {
    this.#dependencies = dependencies;
    dependencies.mempool.onPending(({ hash }) => this.#add(hash));
  }

  /** Accepts transactions of a peer. Returns at once, because the connection to the peer waits meanwhile. */
  insert(entry: Uint8Array): number {
    const transactions = unbundle(entry);
    if ('code' in transactions) {
      if (transactions.code === 'other-version') this.#report(transactions.version);
      return insertCodes.rejected;
    }
    const fresh: [Hash, Uint8Array][] = [];
    let isFull = false;
    for (const raw of transactions) {
      const hash = keccakHash(raw);
      if (this.#isKnown(hash)) continue;
      if (this.#hasRoom()) fresh.push([hash, this.#note(hash, raw)]);
      else isFull = true;
    }
    const isWhole = fresh.length === transactions.length;
    this.#forwarded.open(
      entry,
      fresh.map(([hash]) => hash),
      isWhole,
    );
    for (const [hash, raw] of fresh) this.#decode(hash, raw);
    return isFull ? insertCodes.busy : insertCodes.accepted;
  }

  #isKnown(hash: Hash): boolean {
    return this.#decoding.has(hash) || this.#dependencies.mempool.get(hash) !== undefined;
  }

  #hasRoom(): boolean {
    const { mempool, maxTransactions } = this.#dependencies;
    const { pending, queued } = mempool.counts();
    return this.#decoding.size < maxUndecoded && pending + queued < maxTransactions;
  }

  /** Returns a copy, because the bytes of a peer are a view of a larger message. */
  #note(hash: Hash, raw: Uint8Array): Uint8Array {
    this.#fromPeers.set(hash, true);
    this.#decoding.add(hash);
    return raw.slice();
  }

  #decode(hash: Hash, raw: Uint8Array): void {
    const { mempool, decode, proposed } = this.#dependencies;
    decode(raw, () => proposed(hash))
      .then((transaction) => mempool.add(transaction))
      .catch(() => {}) // the pool rejects what is stale or unpaid; nobody needs the reason
      .finally(() => {
        this.#decoding.delete(hash);
        this.#forwarded.decide(hash);
      });
  }

  #report(version: number): void {
    if (this.#otherVersions.has(version)) return;
    this.#otherVersions.add(version);
    this.#dependencies.onOtherVersion(version);
  }

  /** Entries with the transactions that must be sent to peers now. */
  reap(): readonly Uint8Array[] {
    const { fresh, repeated } = this.#due();
    if (repeated.length > 0) this.#repetitions++;
    return [...this.#forwarded.take(maxReapBytes), ...bundle(fresh), ...bundle(repeated, this.#repetitions)];
  }

  #due(): { readonly fresh: readonly Uint8Array[]; readonly repeated: readonly Uint8Array[] } {
    const due = { fresh: [] as Uint8Array[], repeated: [] as Uint8Array[] };
    let size = 0;
    const now = this.#dependencies.clock.elapsed();
    const take = (hash: Hash, found: Uint8Array[]) => {
      const transaction = this.#dependencies.mempool.get(hash);
      if (transaction === undefined) return;
      found.push(transaction.raw);
      size += transaction.raw.length;
      if (this.#fromPeers.get(hash) !== undefined) return;
      this.#own.delete(hash);
      this.#own.set(hash, now + repetitionInterval);
    };
    for (const hash of this.#fresh) {
      if (size >= maxReapBytes) return due;
      this.#fresh.delete(hash);
      take(hash, due.fresh);
    }
    for (const [hash, time] of this.#own) {
      if (time > now || size >= maxReapBytes) return due;
      this.#own.delete(hash);
      take(hash, due.repeated);
    }
    return due;
  }

  /** While CometBFT requests no transactions, only those still in the pool are kept. */
  #add(hash: Hash): void {
    if (this.#forwarded.hold(hash)) return;
    this.#fresh.add(hash);
    const { mempool, maxTransactions } = this.#dependencies;
    if (this.#fresh.size <= 2 * maxTransactions) return;
    for (const known of this.#fresh) if (mempool.get(known) === undefined) this.#fresh.delete(known);
  }
}
