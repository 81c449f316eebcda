import { feeCap, type Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { ListenerOwner } from '../../primitives/listeners.ts';
import type { Clock } from '../building/clock.ts';
import { ForwardedEntries } from './forwarded-entries.ts';
import type { PeerRejections } from './peer-rejections.ts';
import { RepeatedSends } from './repeated-sends.ts';
import { bundle, unbundle } from './transaction-bundle.ts';

export type GossipDependencies = {
  readonly mempool: Mempool;
  readonly clock: Pick<Clock, 'elapsed' | 'now' | 'after'>;
  /** Decodes and pools a transaction. `known` saves the work when its turn has come. */
  readonly accept: (raw: Uint8Array, known: () => Transaction | undefined) => Promise<void>;
  /** a transaction of a proposed block that was not in the pool */
  readonly proposed: (hash: Hash) => Transaction | undefined;
  /** Transactions in the pool above which those of peers must wait */
  readonly maxTransactions: number;
  /** wei per gas that a transaction of the next block has to pay */
  readonly nextBaseFee: () => bigint;
  readonly rejections: PeerRejections;
  /** Called once for each unsupported version of bundles that peers send. */
  readonly onOtherVersion: (version: number) => void;
};

/** Codes of the response for a transaction of a peer; CometBFT lets peers retry only after temporary rejections. */
export const insertCodes = { accepted: 0, rejected: 1, busy: 32_000 } as const;

/** Transactions from peers that are being decoded, at most: a fraction of a second of work. And their bytes. */
const maxUndecoded = 4096;
const maxUndecodedBytes = 16 * 1024 * 1024;
/** Bytes sent to CometBFT at once; it requests more after some milliseconds. */
const maxReapBytes = 1_048_576;
/** Largest number of a repetition, which takes 32 bits. */
const maxRepetition = 2 ** 32 - 1;
/** Milliseconds that a request of CometBFT waits at most while nothing must be sent. */
const maxWaitMs = 1_000;

/**
 * Exchanges transactions with peers. A transaction is sent when it can be executed, even one received from a peer, so
 * that it reaches nodes that are connected only to this one. It is sent again until it is in a block, one of a peer
 * seldom, and only while it pays the base fee.
 */
export class TransactionGossip {
  readonly #dependencies: GossipDependencies;
  readonly #fresh = new Set<Hash>();
  readonly #repeated = new RepeatedSends();
  /** transactions of peers that cannot be executed yet */
  readonly #fromPeers = new Set<Hash>();
  /** transactions of peers that are being added to the pool */
  readonly #decoding = new Set<Hash>();
  #decodingBytes = 0;
  readonly #forwarded = new ForwardedEntries((hash) => this.#fresh.add(hash));
  readonly #otherVersions = new Set<number>();
  /**
   * Number of the newest repetition. Its entries differ from earlier ones, also from those before a restart, because it
   * begins with the date.
   */
  #repetition: number;
  /** ends the wait of `reap` */
  #wake: () => void = () => {};
  #mayWait = true;

  constructor(dependencies: GossipDependencies) {
    this.#dependencies = dependencies;
    this.#repetition = dependencies.clock.now() % maxRepetition;
    const owner: ListenerOwner = { kind: 'derived', name: 'transaction gossip', rebuild: () => this.#rebuild() };
    dependencies.mempool.onPending(owner, ({ hash }) => this.#add(hash));
  }

  /** Accepts transactions of a peer. Returns at once, because the connection to the peer waits meanwhile. */
  insert(entry: Uint8Array): number {
    this.#wake(); // its response comes after that of `reap`
    const transactions = unbundle(entry);
    if ('code' in transactions) {
      this.#dependencies.rejections.note(transactions.code);
      if (transactions.code === 'other-version') this.#report(transactions.version);
      return insertCodes.rejected;
    }
    const fresh: [Hash, Uint8Array][] = [];
    let isFull = false;
    for (const raw of transactions) {
      const hash = keccakHash(raw);
      if (this.#isKnown(hash)) continue;
      if (this.#hasRoom(raw.length)) {
        fresh.push([hash, this.#note(hash, raw)]);
      } else {
        isFull = true;
        this.#dependencies.rejections.note('busy', hash);
      }
    }
    const isWhole = fresh.length === transactions.length;
    this.#forwarded.open(
      entry,
      fresh.map(([hash]) => hash),
      isWhole,
    );
    for (const [hash, raw] of fresh) this.#accept(hash, raw);
    return isFull ? insertCodes.busy : insertCodes.accepted;
  }

  #isKnown(hash: Hash): boolean {
    return this.#decoding.has(hash) || this.#dependencies.mempool.get(hash) !== undefined;
  }

  #hasRoom(bytes: number): boolean {
    const { mempool, maxTransactions } = this.#dependencies;
    const { pending, queued } = mempool.counts();
    const isFree = this.#decoding.size < maxUndecoded && this.#decodingBytes + bytes <= maxUndecodedBytes;
    return isFree && pending + queued < maxTransactions;
  }

  /** Returns a copy, because the bytes of a peer are a view of a larger message. */
  #note(hash: Hash, raw: Uint8Array): Uint8Array {
    this.#decoding.add(hash);
    this.#decodingBytes += raw.length;
    this.#fromPeers.add(hash);
    if (this.#fromPeers.size > 2 * this.#dependencies.maxTransactions + maxUndecoded)
      keepOnly(this.#fromPeers, (known) => this.#isKnown(known)); // some were dropped before they could be executed
    return raw.slice();
  }

  #accept(hash: Hash, raw: Uint8Array): void {
    const { accept, proposed, rejections } = this.#dependencies;
    accept(raw, () => proposed(hash))
      .catch((error: unknown) => {
        this.#fromPeers.delete(hash);
        rejections.noteError(hash, error); // mostly what is stale or unpaid
      })
      .finally(() => {
        this.#decoding.delete(hash);
        this.#decodingBytes -= raw.length;
        this.#forwarded.decide(hash);
        this.#wake();
      })
      .catch((error: unknown) => rejections.noteError(hash, error)); // nobody else would get it
  }

  #report(version: number): void {
    if (this.#otherVersions.has(version)) return;
    this.#otherVersions.add(version);
    this.#dependencies.onOtherVersion(version);
  }

  /**
   * Entries with the transactions that must be sent to peers. Resolves when there are some, when an entry of a peer
   * arrives, or after a second: asked more often, an idle node would mostly say that there are none.
   */
  async reap(): Promise<readonly Uint8Array[]> {
    const entries = this.#entries();
    if (entries.length > 0 || !this.#mayWait) return entries;
    await new Promise<void>((resolve) => {
      const cancel = this.#dependencies.clock.after(maxWaitMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = () => {};
    return this.#entries();
  }

  /**
   * Whether `reap` may wait. While CometBFT commits a block it first waits for the responses to all that it has asked
   * on the same connection.
   */
  set mayWait(mayWait: boolean) {
    this.#mayWait = mayWait;
    if (!mayWait) this.#wake();
  }

  #entries(): readonly Uint8Array[] {
    const { fresh, repeated } = this.#due();
    if (repeated.length > 0) this.#repetition = (this.#repetition % maxRepetition) + 1;
    return [...this.#forwarded.take(maxReapBytes), ...bundle(fresh), ...bundle(repeated, this.#repetition)];
  }

  #due(): { readonly fresh: readonly Uint8Array[]; readonly repeated: readonly Uint8Array[] } {
    const { mempool, clock, nextBaseFee } = this.#dependencies;
    const fresh: Uint8Array[] = [];
    const repeated: Uint8Array[] = [];
    let size = 0;
    const take = ({ raw }: Transaction, list: Uint8Array[]) => {
      list.push(raw);
      size += raw.length;
    };
    for (const hash of this.#fresh) {
      if (size >= maxReapBytes) return { fresh, repeated };
      this.#fresh.delete(hash);
      const transaction = mempool.get(hash);
      if (transaction !== undefined) take(transaction, fresh);
    }
    const now = clock.elapsed();
    for (const { hash, isOwn } of this.#repeated.take(now)) {
      const transaction = mempool.get(hash);
      if (transaction === undefined) continue;
      this.#repeated.add(hash, isOwn, now);
      if (isOwn || feeCap(transaction) >= nextBaseFee()) take(transaction, repeated);
      if (size >= maxReapBytes) break;
    }
    return { fresh, repeated };
  }

  /** Sends everything again that can be executed. */
  #rebuild(): void {
    this.#fresh.clear();
    for (const { hash } of this.#dependencies.mempool.content().pending) this.#fresh.add(hash);
    this.#wake();
  }

  /** While CometBFT requests no transactions, only those still in the pool are kept. */
  #add(hash: Hash): void {
    const { mempool, maxTransactions, clock } = this.#dependencies;
    this.#repeated.add(hash, !this.#fromPeers.delete(hash), clock.elapsed());
    const isPooled = (known: Hash) => mempool.get(known) !== undefined;
    if (this.#repeated.size > 2 * maxTransactions) this.#repeated.keepOnly(isPooled);
    if (this.#forwarded.hold(hash)) return;
    this.#fresh.add(hash);
    this.#wake();
    if (this.#fresh.size > 2 * maxTransactions) keepOnly(this.#fresh, isPooled);
  }
}

function keepOnly(hashes: Set<Hash>, isWanted: (hash: Hash) => boolean): void {
  for (const hash of hashes) if (!isWanted(hash)) hashes.delete(hash);
}
