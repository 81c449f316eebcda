import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { cacheOfCount } from '../primitives/bounded-cache.ts';
import type { Hash } from '../primitives/hash.ts';
import { Delegations } from './delegations.ts';
import { dropReasons, replacedBy } from './drop-reasons.ts';
import { EvictionOrder } from './eviction-order.ts';
import { type PooledTransaction, tipAt } from './pooled-transaction.ts';
import { unpayable } from './sender-checks.ts';
import { SenderQueue } from './sender-queue.ts';
import { TokenFees } from './token-fees.ts';
import type { MempoolDependencies } from './types.ts';

const noHashes: ReadonlySet<Hash> = new Set();
/** Transactions whose drop is remembered: 1 MB at most. */
const keptDrops = 4_096;

/**
 * What is in the pool, by hash and by sender, and what follows from it: counts, bytes, the order of eviction, fees in
 * tokens, delegations. It checks nothing. `pending` is the sum over the queues.
 */
export class PoolTables {
  readonly #dependencies: MempoolDependencies;
  readonly #onPending: (tx: Transaction) => void;
  readonly #byHash = new Map<Hash, PooledTransaction>();
  readonly #queues = new Map<Address, SenderQueue>();
  /** senders of what was removed by hash since the newest block: a block may have found that they cannot pay */
  readonly #removedFrom = new Set<Address>();
  #cheapest: EvictionOrder;
  #tokenFees: TokenFees;
  #delegations: Delegations;
  /** why transactions have left without being in a block, the newest */
  readonly #drops = cacheOfCount<Hash, { readonly reason: string }>(keptDrops);
  #pending = 0;
  #bytes = 0;
  #changes = 0;

  /** `onPending` is called once for every transaction that becomes pending. */
  constructor(dependencies: MempoolDependencies, onPending: (tx: Transaction) => void) {
    this.#dependencies = dependencies;
    this.#onPending = onPending;
    this.#cheapest = this.#createEvictionOrder();
    this.#tokenFees = this.#createTokenFees();
    this.#delegations = this.#createDelegations();
  }

  get byHash(): ReadonlyMap<Hash, PooledTransaction> {
    return this.#byHash;
  }

  get queues(): ReadonlyMap<Address, SenderQueue> {
    return this.#queues;
  }

  get cheapest(): EvictionOrder {
    return this.#cheapest;
  }

  get tokenFees(): TokenFees {
    return this.#tokenFees;
  }

  get delegations(): Delegations {
    return this.#delegations;
  }

  /** Number of transactions whose nonces follow their senders' accounts. */
  get pending(): number {
    return this.#pending;
  }

  /** Of all transactions. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of changes since the start. */
  get changes(): number {
    return this.#changes;
  }

  /** What the sender has in the pool, or an empty queue that begins with the nonce of its account. */
  queueOf(sender: Address): SenderQueue {
    return this.#queues.get(sender) ?? new SenderQueue(this.#dependencies.headState().account(sender)?.nonce ?? 0n);
  }

  /** Adds a transaction to the queue of its sender, in place of `replaced`. */
  put(pooled: PooledTransaction, replaced: PooledTransaction | undefined, queue: SenderQueue): void {
    const { tx } = pooled;
    const wasPending = queue.isPending(tx.nonce);
    const firstNew = wasPending ? tx.nonce : queue.nextNonce;
    if (replaced !== undefined) {
      this.#forget(replaced);
      this.noteDrop(replaced.tx.hash, replacedBy(tx.hash));
    }
    this.#drops.delete(tx.hash);
    this.#byHash.set(tx.hash, pooled);
    this.#delegations.add(tx);
    this.#bytes += tx.raw.length;
    this.#queues.set(tx.sender, queue);
    this.#change(tx.sender, queue, () => queue.put(pooled));
    this.#cheapest.add(pooled, this.#byHash);
    this.#followFees(queue);
    this.#notifyPending(queue, firstNew, wasPending ? tx.nonce + 1n : queue.nextNonce);
  }

  /** Why a transaction has left without being in a block, when it is one of the newest that did. */
  dropReason(hash: Hash): string | undefined {
    return this.#drops.peek(hash)?.reason; // who asks again and again keeps nothing in it for longer
  }

  noteDrop(hash: Hash, reason: string): void {
    this.#drops.set(hash, { reason });
  }

  /**
   * Removes a transaction; the sender's later ones become queued. Returns whether it was in the pool. `reason`: undefined
   * when it is added again
   */
  remove(hash: Hash, reason: string | undefined): boolean {
    const pooled = this.#byHash.get(hash);
    const queue = pooled && this.#queues.get(pooled.tx.sender);
    if (pooled === undefined || queue === undefined) return false;
    if (reason !== undefined) this.noteDrop(hash, reason);
    this.#removedFrom.add(pooled.tx.sender);
    this.#change(pooled.tx.sender, queue, () => queue.remove(pooled.tx.nonce));
    this.#forget(pooled);
    this.#followFees(queue);
    return true;
  }

  /** The senders of what was removed since the last call. */
  takeRemoved(): readonly Address[] {
    const removed = [...this.#removedFrom];
    this.#removedFrom.clear();
    return removed;
  }

  /**
   * Updates a sender's queue after its account has changed. A block with what is not in this pool can close a gap.
   * `mined`: hashes of the block.
   */
  followAccount(sender: Address, mined: ReadonlySet<Hash> = noHashes): void {
    const queue = this.#queues.get(sender);
    if (queue === undefined) return;
    const state = this.#dependencies.headState();
    const { nonce, balance } = state.account(sender) ?? { nonce: 0n, balance: 0n };
    const firstNew = queue.nextNonce;
    for (const pooled of this.#change(sender, queue, () => queue.advanceTo(nonce))) {
      this.#forget(pooled);
      if (!mined.has(pooled.tx.hash)) this.noteDrop(pooled.tx.hash, dropReasons.outrun);
    }
    const { fees } = this.#dependencies.transactionRules ?? {};
    for (const { tx, reason } of unpayable(sender, queue, balance, state, fees)) this.remove(tx.hash, reason);
    this.#followFees(queue);
    this.#notifyPending(queue, firstNew > nonce ? firstNew : nonce, queue.nextNonce);
  }

  /** Removes what was signed for another chain id than the next block has. */
  followChainId(): void {
    const { chainId } = this.#dependencies.rules.chain;
    if (this.#delegations.chainId === chainId) return;
    for (const { tx } of [...this.#byHash.values()])
      if ((tx.chainId ?? chainId) !== chainId) this.remove(tx.hash, dropReasons.otherChain);
    this.#delegations = this.#createDelegations(); // each transaction with authorizations names a chain id
  }

  /** Forgets everything, also what an error has left in half. */
  reset(): void {
    this.#changes++;
    for (const each of [this.#byHash, this.#queues, this.#removedFrom]) each.clear();
    [this.#pending, this.#bytes] = [0, 0];
    this.#tokenFees = this.#createTokenFees();
    this.#delegations = this.#createDelegations();
    this.#cheapest = this.#createEvictionOrder();
  }

  #createTokenFees(): TokenFees {
    return new TokenFees(this.#dependencies.rules.baseFeeFloor);
  }

  #createDelegations(): Delegations {
    const { options, rules } = this.#dependencies;
    return new Delegations(rules.chain.chainId, options['max-pending-per-delegated-account']);
  }

  #createEvictionOrder(): EvictionOrder {
    const isPooled = (pooled: PooledTransaction) => this.#byHash.get(pooled.tx.hash) === pooled;
    return new EvictionOrder(this.#dependencies.rules.baseFeeFloor, isPooled);
  }

  #notifyPending(queue: SenderQueue, first: bigint, end: bigint): void {
    for (let nonce = first; nonce < end; nonce++) {
      const pooled = queue.at(nonce);
      if (pooled !== undefined) this.#onPending(pooled.tx);
    }
  }

  /** Whether the next block can have all of a sender up to a nonce, the last of which may not be in the pool yet. */
  isForNextBlock(queue: SenderQueue, last: PooledTransaction): boolean {
    const baseFee = this.#dependencies.nextBaseFee();
    const pays = (pooled: PooledTransaction) => tipAt(pooled, baseFee) >= 0n;
    const before = BigInt(queue.split(pays).next.length);
    return pays(last) && last.tx.nonce <= queue.nonce + before;
  }

  /** Counts fees in tokens for the next block, after the base fee and the liquidity may have changed. */
  followLiquidity(): void {
    const liquidity = this.#dependencies.transactionRules?.fees?.liquidity;
    if (liquidity === undefined) return;
    const paying = [...this.#queues.values()].filter(({ tokenFee }) => tokenFee > 0n);
    for (const queue of paying) this.#followFees(queue, 'release');
    this.#tokenFees.follow(
      () => liquidity(this.#dependencies.headState()),
      (hash) => this.remove(hash, dropReasons.tokenFees),
    );
    for (const queue of paying) this.#followFees(queue);
  }

  /**
   * Counts what the next block can have of a sender, and no longer counts the rest. A transaction that the liquidity
   * does not cover when its turn has come leaves, so that the later ones of the sender wait.
   */
  #followFees(queue: SenderQueue, most: 'release' | 'count' = 'count'): void {
    if (queue.tokenFee === 0n) return;
    const baseFee = this.#dependencies.nextBaseFee();
    const { fees } = this.#dependencies.transactionRules ?? {};
    const liquidity = () => fees?.liquidity(this.#dependencies.headState()).wei ?? 0n;
    const { next, later } = queue.split((pooled) => tipAt(pooled, baseFee) >= 0n);
    for (const pooled of later) this.#tokenFees.remove(pooled);
    if (most === 'release') return;
    const tooMuch = next.find((pooled) => !this.#tokenFees.add(pooled, liquidity));
    if (tooMuch !== undefined) this.remove(tooMuch.tx.hash, dropReasons.tokenFees);
  }

  /** Changes a queue, updates the count of pending transactions, and drops the queue when it is empty. */
  #change<T>(sender: Address, queue: SenderQueue, change: () => T): T {
    const before = queue.pendingCount;
    this.#changes++;
    const result = change();
    this.#pending += queue.pendingCount - before;
    if (queue.size === 0) this.#queues.delete(sender);
    return result;
  }

  #forget(pooled: PooledTransaction): void {
    const { tx } = pooled;
    this.#tokenFees.remove(pooled);
    this.#delegations.remove(tx);
    this.#byHash.delete(tx.hash);
    this.#bytes -= tx.raw.length;
  }
}
