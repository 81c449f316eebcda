import type { CommittedBlock } from '../chain/types.ts';
import { TransactionFaultError } from '../evm/transaction/fault.ts';
import { signerFault, verificationFault } from '../evm/transaction/signature-fault.ts';
import type { PendingVerification } from '../kernel/signature-rules.ts';
import { hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { Faults } from '../primitives/faults.ts';
import type { Hash } from '../primitives/hash.ts';
import { contain, type ListenerOwner, Listeners } from '../primitives/listeners.ts';
import { runToEnd, type Steps } from '../primitives/steps.ts';
import type { Owner } from '../scheduling/owner.ts';
import type { StateView } from '../state/types.ts';
import { assertAdmissible } from './admission.ts';
import { hasCandidate, inBlockOrder } from './block-order.ts';
import { Delegations, type PendingAuthorities } from './delegations.ts';
import { EvictionOrder } from './eviction-order.ts';
import { MempoolError } from './fault.ts';
import { type PooledTransaction, toPooledTransaction } from './pooled-transaction.ts';
import { RiskLimit } from './risk-limit.ts';
import { assertNoFault, assertOutbids, assertPayable, nonceAndCodeFault, unpayable } from './sender-checks.ts';
import { SenderQueue } from './sender-queue.ts';
import { TokenFees } from './token-fees.ts';
import type { MempoolDependencies, MempoolReader } from './types.ts';

/** Transactions that are checked again in one step: about 10 ms. A sender is not divided. */
const checksPerStep = 1_000;

/** The share of `max-transactions` for queued transactions, which pay nothing while they wait. */
const queuedShare = 1 / 4;

/**
 * Transactions that wait for a block.
 *
 *   add ─► admission ─► sender and funds ─► replacement, limits ─► second ─► pending ──► block, then removed by `update`
 *            │ rejected        │ rejected        │ rejected        signature    ▲  │
 *            ▼                 ▼                 ▼                     │ gap    │  │ an earlier nonce
 *          MempoolError or TransactionFaultError           eviction ◄──┘ closed │  ▼ is removed
 *                                                                     queued
 *
 * - States: a transaction is pending when its nonce follows its sender's account without a gap, otherwise queued.
 *   Nothing stores the state: it follows from the sender's queue (`SenderQueue`).
 * - Limits (section `[mempool]`): transactions and bytes in all, pending and queued transactions per sender (fewer of
 *   delegated accounts, `Delegations`), and a quarter of all transactions for queued ones. They are checked after the
 *   checks of the transaction itself, before it is added.
 * - The post-quantum signature of a hybrid transaction and the signers of many authorizations take longer than all
 *   else: they come last, and before anything is evicted.
 * - Replacement: same sender and nonce; both fees must rise by `price-bump` percent.
 * - Order for a block: highest tip first, then arrival, nonces of a sender in order (`inBlockOrder`).
 * - Fees in other tokens than QOR: never more together than the module that pays them has (`TokenFees`).
 * - Eviction: a pending transaction that finds the pool full evicts those with a lower tip at the base fee floor; a
 *   queued one evicts nothing, and nobody evicts its own sender's.
 *
 * Invariants: a sender's balance covers each of its pooled transactions and, whenever one is added, the cost of all of
 * them together; `#pending` is the sum over the queues; the content depends only on the calls and the state, not on a
 * clock.
 *
 * All calls are synchronous, except that `recheck` goes on in further turns; adding and removing a transaction costs
 * O(log n).
 */
export class Mempool implements MempoolReader {
  readonly #dependencies: MempoolDependencies;
  readonly #byHash = new Map<Hash, PooledTransaction>();
  readonly #queues = new Map<Address, SenderQueue>();
  #cheapest: EvictionOrder;
  #tokenFees: TokenFees;
  #delegations: Delegations;
  readonly #risk: RiskLimit;
  readonly #listeners: Listeners<Transaction>;
  /** senders of what was removed by hash since the newest block: a block may have found that they cannot pay */
  readonly #removedFrom = new Set<Address>();
  readonly #faults: Faults;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  /** what `recheck` has left for the next turns; undefined: nothing */
  #rechecking: Promise<void> | undefined;
  #arrivals = 0;
  #pending = 0;
  #bytes = 0;

  constructor(dependencies: MempoolDependencies) {
    this.#dependencies = dependencies;
    this.#faults = dependencies.faults ?? new Faults();
    this.#listeners = new Listeners(this.#faults);
    const { options, rules } = dependencies;
    this.#tokenFees = this.#createTokenFees();
    this.#delegations = this.#createDelegations();
    this.#risk = new RiskLimit(rules.riskOf, options['reject-risk-above']);
    this.#cheapest = this.#createEvictionOrder();
  }

  /** Adds a transaction. Throws a MempoolError or a TransactionFaultError when it is rejected. */
  add(tx: Transaction): void {
    this.#add(tx, this.#arrivals++);
  }

  #add(tx: Transaction, arrival: number): void {
    const { state, pooled, replaced, queue, displaced } = this.#check(tx, arrival);
    assertNoFault(verificationFault(tx, state, this.#dependencies.transactionRules?.signatures));
    if (replaced === undefined) this.#delegations.assertNotReserved(tx, state, this.#queues);
    if (replaced === undefined) this.#makeRoom(pooled);
    if (displaced !== undefined) this.remove(displaced.tx.hash);
    this.#put(pooled, replaced, queue);
  }

  /**
   * The post-quantum signature that `add` would verify, which another thread may do before; undefined when there is
   * none. Throws what `add` would throw, as all other checks come first.
   */
  pendingVerification(tx: Transaction): PendingVerification | undefined {
    if (tx.type !== hybridType) return undefined;
    const { state } = this.#check(tx, this.#arrivals);
    return this.#dependencies.transactionRules?.signatures?.pendingVerification(state, tx);
  }

  /** The signers of many authorizations, which `add` would recover, in the same way. */
  pendingAuthorities(tx: Transaction): PendingAuthorities | undefined {
    const pending = this.#delegations.pendingAuthorities(tx);
    if (pending !== undefined) this.#check(tx, this.#arrivals);
    return pending;
  }

  /** All checks but those of authorizations and of a post-quantum signature; changes nothing. */
  #check(tx: Transaction, arrival: number) {
    if (this.#byHash.has(tx.hash)) throw new MempoolError({ code: 'already-known', hash: tx.hash });
    assertAdmissible(tx, this.#dependencies.rules);
    const state = this.#dependencies.headState();
    const queue = this.#queues.get(tx.sender) ?? new SenderQueue(state.account(tx.sender)?.nonce ?? 0n);
    const { signatures, fees } = this.#dependencies.transactionRules ?? {};
    const funds = fees?.fundsOf(state, tx);
    const pooled = toPooledTransaction(tx, arrival, funds !== undefined);
    const replaced = queue.at(tx.nonce);
    assertNoFault(nonceAndCodeFault(tx, state, funds));
    assertPayable(pooled, replaced, queue, state.account(tx.sender)?.balance ?? 0n, funds);
    const displaced = funds && fees && this.#tokenFees.victimFor(pooled, replaced, fees.liquidity(state));
    this.#risk.assertHarmless(tx);
    assertNoFault(signerFault(tx, state, signatures));
    if (replaced === undefined) this.#assertRoom(pooled, queue, state);
    else assertOutbids(tx, replaced.tx, this.#dependencies.options['price-bump']);
    return { state, pooled, replaced, queue, displaced };
  }

  riskRejections(): number {
    return this.#risk.rejections;
  }

  /** Follows the chain to a new block: removes what it executed and what can no longer be executed. */
  update({ block, receipts }: CommittedBlock): void {
    const touched = new Set([...block.transactions.map(({ sender }) => sender), ...this.#removedFrom]);
    this.#removedFrom.clear();
    for (const { balanceChanges } of receipts) for (const { address } of balanceChanges) touched.add(address);
    for (const sender of touched) this.#followAccount(sender);
    const { fees } = this.#dependencies.transactionRules ?? {};
    const liquidity = fees && (() => fees.liquidity(this.#dependencies.headState()));
    if (liquidity !== undefined) this.#tokenFees.follow(liquidity, (hash) => this.remove(hash));
  }

  /**
   * Checks transactions again because the state has changed without a block (a rewind, or what a development network
   * sets): those that are rejected now are dropped. `changed`: the accounts that changed. It is all transactions of
   * these senders, or of everybody when the rules for signatures or fees may have changed. What a block could have
   * changed is followed as after a block. A thousand transactions are checked at once, and others in further turns of
   * the event loop (`rechecked`), a sender at a time.
   */
  recheck(changed?: ReadonlySet<Address>): void {
    const { mainThread } = this.#dependencies;
    const steps = this.#recheckInSteps(changed);
    if (mainThread === undefined) {
      runToEnd(steps);
      return;
    }
    if (this.#rechecking === undefined && steps.next().done === true) return;
    const before = this.#rechecking;
    const rechecking = mainThread
      .runSteps('upkeep', this.#owner, () => steps)
      .catch((error: unknown) => this.#repair(error))
      .then(() => before)
      .finally(() => {
        if (this.#rechecking === rechecking) this.#rechecking = undefined;
      });
    this.#rechecking = rechecking;
  }

  /** Resolves when nothing is left to be checked again. */
  async rechecked(): Promise<void> {
    while (this.#rechecking !== undefined) await this.#rechecking;
  }

  #repair(error: unknown): void {
    contain(this.#faults, { kind: 'derived', name: 'pool', rebuild: () => this.rebuild() }, () => {
      throw error;
    });
  }

  *#recheckInSteps(changed: ReadonlySet<Address> | undefined): Steps<void> {
    const { signatures, fees } = this.#dependencies.transactionRules ?? {};
    const rules = [...(signatures?.readsOf ?? []), ...(fees?.readsOf ?? [])];
    const isForAll = changed === undefined || rules.some((address) => changed.has(address));
    let checked = 0;
    for (const sender of isForAll ? [...this.#queues.keys()] : changed) {
      const before = this.#queues.get(sender);
      if (before === undefined) continue;
      if (checked > 0 && checked + before.size > checksPerStep) {
        checked = 0;
        yield;
      }
      checked += before.size;
      if (isForAll || !this.#followsPlainly(sender)) this.#addAgain(sender);
    }
  }

  /** Adds what a sender has in the pool again; each keeps the place of its arrival. */
  #addAgain(sender: Address): void {
    const queue = this.#queues.get(sender)?.all() ?? [];
    const pooledBefore = queue.toSorted((left, right) => left.arrival - right.arrival);
    for (const { tx } of pooledBefore) this.remove(tx.hash);
    for (const { tx, arrival } of pooledBefore) {
      try {
        this.#add(tx, arrival);
      } catch (error) {
        if (!(error instanceof MempoolError) && !(error instanceof TransactionFaultError)) throw error;
      }
    }
  }

  /** Follows an account without code; returns whether it is one. */
  #followsPlainly(sender: Address): boolean {
    const { codeHash = emptyCodeHash } = this.#dependencies.headState().account(sender) ?? {};
    if (codeHash !== emptyCodeHash) return false;
    this.#followAccount(sender);
    const queue = this.#queues.get(sender);
    // a nonce that fell leaves a gap, behind which few may wait
    const most = (queue?.pendingCount ?? 0) + this.#dependencies.options['max-queued-per-account'];
    if (queue !== undefined && queue.size > most) for (const { tx } of queue.all().slice(most)) this.remove(tx.hash);
    return true;
  }

  /** Makes everything anew from the transactions themselves, when an error may have left half of a change. */
  rebuild(): void {
    const pooledBefore = [...this.#byHash.values()].sort((left, right) => left.arrival - right.arrival);
    for (const each of [this.#byHash, this.#queues, this.#removedFrom]) each.clear();
    [this.#pending, this.#bytes] = [0, 0];
    this.#tokenFees = this.#createTokenFees();
    this.#delegations = this.#createDelegations();
    this.#cheapest = this.#createEvictionOrder();
    for (const { tx } of pooledBefore) {
      try {
        this.add(tx);
      } catch {
        // it may be what has caused the error: it is dropped
      }
    }
  }

  clear(): void {
    for (const hash of [...this.#byHash.keys()]) this.remove(hash);
  }

  /** Removes a transaction; the sender's later ones become queued. Returns whether it was in the pool. */
  remove(hash: Hash): boolean {
    const pooled = this.#byHash.get(hash);
    const queue = pooled && this.#queues.get(pooled.tx.sender);
    if (pooled === undefined || queue === undefined) return false;
    this.#removedFrom.add(pooled.tx.sender);
    this.#change(pooled.tx.sender, queue, () => queue.remove(pooled.tx.nonce));
    this.#forget(pooled);
    return true;
  }

  /** The transactions for a block with this base fee, in block order. The pool must not change during the iteration. */
  candidates(baseFee: bigint): Iterable<Transaction> {
    return inBlockOrder(this.#queues.values(), baseFee);
  }

  hasCandidates(baseFee: bigint): boolean {
    return hasCandidate(this.#queues.values(), baseFee);
  }

  /** Calls the listener once for every transaction that becomes pending. Returns a function that removes it. */
  onPending(owner: ListenerOwner, listener: (tx: Transaction) => void): () => void {
    return this.#listeners.add(owner, listener);
  }

  get(hash: Hash): Transaction | undefined {
    return this.#byHash.get(hash)?.tx;
  }

  nextNonce(sender: Address): bigint {
    return this.#queues.get(sender)?.nextNonce ?? this.#dependencies.headState().account(sender)?.nonce ?? 0n;
  }

  counts(): { readonly pending: number; readonly queued: number } {
    return { pending: this.#pending, queued: this.#byHash.size - this.#pending };
  }

  content(): { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] } {
    const senders = [...this.#queues.keys()].sort();
    const parts = senders.map((sender) => this.contentOf(sender));
    return { pending: parts.flatMap(({ pending }) => pending), queued: parts.flatMap(({ queued }) => queued) };
  }

  contentOf(sender: Address): { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] } {
    const queue = this.#queues.get(sender);
    const all = queue?.all().map(({ tx }) => tx) ?? [];
    return { pending: all.slice(0, queue?.pendingCount), queued: all.slice(queue?.pendingCount) };
  }

  byteSize(): number {
    return this.#bytes;
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

  #put(pooled: PooledTransaction, replaced: PooledTransaction | undefined, queue: SenderQueue): void {
    const { tx } = pooled;
    const wasPending = queue.isPending(tx.nonce);
    const firstNew = wasPending ? tx.nonce : queue.nextNonce;
    if (replaced !== undefined) this.#forget(replaced);
    this.#byHash.set(tx.hash, pooled);
    this.#tokenFees.add(pooled);
    this.#delegations.add(tx);
    this.#bytes += tx.raw.length;
    this.#queues.set(tx.sender, queue);
    this.#change(tx.sender, queue, () => queue.put(pooled));
    this.#cheapest.add(pooled, this.#byHash);
    this.#notifyPending(queue, firstNew, wasPending ? tx.nonce + 1n : queue.nextNonce);
  }

  #notifyPending(queue: SenderQueue, first: bigint, end: bigint): void {
    for (let nonce = first; nonce < end; nonce++) {
      const pooled = queue.at(nonce);
      if (pooled !== undefined) this.#listeners.notify(pooled.tx);
    }
  }

  /** Enforces the limits; a full pool must hold a cheaper transaction. */
  #assertRoom(pooled: PooledTransaction, queue: SenderQueue, state: StateView): void {
    const { tx } = pooled;
    const { options } = this.#dependencies;
    const isQueued = tx.nonce !== queue.nextNonce;
    const limit = options[isQueued ? 'max-queued-per-account' : 'max-pending-per-account'];
    const count = isQueued ? queue.size - queue.pendingCount : queue.pendingCount;
    if (count >= limit) throw new MempoolError({ code: 'account-limit', sender: tx.sender, limit });
    const maxTransactions = options['max-transactions'];
    if (isQueued && (this.counts().queued >= maxTransactions * queuedShare || this.#isFullFor(tx))) {
      throw new MempoolError({ code: 'pool-full', limit: maxTransactions });
    }
    if (this.#isFullFor(tx)) this.#victimFor(pooled);
    this.#delegations.assertAllowed(tx, queue, state);
  }

  /** Evicts cheaper transactions while the pool is full. */
  #makeRoom(pooled: PooledTransaction): void {
    while (this.#isFullFor(pooled.tx)) this.remove(this.#victimFor(pooled).tx.hash);
  }

  /** The transaction that is evicted for this one. */
  #victimFor(pooled: PooledTransaction): PooledTransaction {
    const victim = this.#cheapest.peek();
    if (victim === undefined || victim.tx.sender === pooled.tx.sender || !this.#cheapest.isCheaper(victim, pooled)) {
      throw new MempoolError({ code: 'underpriced', limit: this.#dependencies.options['max-transactions'] });
    }
    return victim;
  }

  #isFullFor({ raw }: Transaction): boolean {
    const { options } = this.#dependencies;
    return this.#byHash.size >= options['max-transactions'] || this.#bytes + raw.length > options['max-bytes'];
  }

  /** Updates a sender's queue after its account has changed. A block with what is not in this pool can close a gap. */
  #followAccount(sender: Address): void {
    const queue = this.#queues.get(sender);
    if (queue === undefined) return;
    const state = this.#dependencies.headState();
    const { nonce, balance } = state.account(sender) ?? { nonce: 0n, balance: 0n };
    const firstNew = queue.nextNonce;
    for (const pooled of this.#change(sender, queue, () => queue.advanceTo(nonce))) this.#forget(pooled);
    const { fees } = this.#dependencies.transactionRules ?? {};
    for (const { tx } of unpayable(sender, queue, balance, state, fees)) this.remove(tx.hash);
    this.#notifyPending(queue, firstNew > nonce ? firstNew : nonce, queue.nextNonce);
  }

  /** Changes a queue, updates the count of pending transactions, and drops the queue when it is empty. */
  #change<T>(sender: Address, queue: SenderQueue, change: () => T): T {
    const before = queue.pendingCount;
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
