import type { Block } from '../chain/types.ts';
import { verificationFault } from '../evm/transaction/signature-fault.ts';
import type { PendingVerification } from '../kernel/signature-rules.ts';
import { hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { Faults } from '../primitives/faults.ts';
import type { Hash } from '../primitives/hash.ts';
import { contain, type ListenerOwner, Listeners } from '../primitives/listeners.ts';
import { runToEnd } from '../primitives/steps.ts';
import type { Owner } from '../scheduling/owner.ts';
import { hasCandidate, inBlockOrder } from './block-order.ts';
import type { PendingAuthorities } from './delegations.ts';
import { dropReasonOf, dropReasons } from './drop-reasons.ts';
import { MempoolError } from './fault.ts';
import { PoolChecks } from './pool-checks.ts';
import { PoolTables } from './pool-tables.ts';
import { contentOf, contentOfAll } from './pool-view.ts';
import { recheckInSteps } from './recheck.ts';
import { assertNoFault } from './sender-checks.ts';
import type { MempoolDependencies, MempoolReader } from './types.ts';

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
 *   Nothing stores the state: it follows from the sender's queue (`SenderQueue`). All queues are in `PoolTables`.
 * - Limits (section `[mempool]`): transactions and bytes in all, pending and queued transactions per sender (fewer of
 *   delegated accounts, `Delegations`), and a quarter of all transactions for queued ones. They are checked after the
 *   checks of the transaction itself, before it is added (`PoolChecks`).
 * - The post-quantum signature of a hybrid transaction and the signers of many authorizations take longer than all
 *   else: they come last, and before anything is evicted.
 * - Replacement: same sender and nonce; both fees must rise by `price-bump` percent.
 * - Order for a block: highest tip first, then arrival, nonces of a sender in order (`inBlockOrder`).
 * - Fees in other tokens than QOR: never more together than the module that pays them has (`TokenFees`).
 * - Eviction: a pending transaction that finds the pool full evicts those with a lower tip at the base fee floor; a
 *   queued one evicts nothing, and nobody evicts its own sender's.
 *
 * Invariants: a sender's balance covers each of its pooled transactions and, whenever one is added, the cost of all of
 * them together; the content depends only on the calls and the state, not on a clock.
 *
 * All calls are synchronous, except that `recheck` may have further steps; adding and removing a transaction costs
 * O(log n).
 */
export class Mempool implements MempoolReader {
  readonly #dependencies: MempoolDependencies;
  readonly #faults: Faults;
  readonly #listeners: Listeners<Transaction>;
  readonly #tables: PoolTables;
  readonly #checks: PoolChecks;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  /** what `recheck` has left for later steps; undefined: nothing */
  #rechecking: Promise<void> | undefined;
  #arrivals = 0;
  #riskRejections = 0;

  constructor(dependencies: MempoolDependencies) {
    this.#dependencies = dependencies;
    this.#faults = dependencies.faults ?? new Faults();
    this.#listeners = new Listeners(this.#faults);
    this.#tables = new PoolTables(dependencies, (tx) => this.#listeners.notify(tx));
    this.#checks = new PoolChecks(dependencies, this.#tables);
  }

  /** Adds a transaction. Throws a MempoolError or a TransactionFaultError when it is rejected. */
  add(tx: Transaction): void {
    this.#add(tx, this.#arrivals++);
  }

  #add(tx: Transaction, arrival: number): void {
    const { state, pooled, replaced, queue, displaced } = this.#checkAndCount(tx, arrival);
    assertNoFault(verificationFault(tx, state, this.#dependencies.transactionRules?.signatures));
    if (replaced === undefined) {
      this.#tables.delegations.assertNotReserved(tx, state, this.#tables.queues);
      for (let victim = this.#checks.victimFor(pooled); victim; victim = this.#checks.victimFor(pooled)) {
        this.remove(victim.tx.hash, dropReasons.evicted);
      }
    }
    if (displaced !== undefined) this.remove(displaced.tx.hash, dropReasons.tokenFees);
    this.#tables.put(pooled, replaced, queue);
  }

  /**
   * The post-quantum signature that `add` would verify, which another thread may do before; undefined when there is
   * none. Throws what `add` would throw, as all other checks come first.
   */
  pendingVerification(tx: Transaction): PendingVerification | undefined {
    if (tx.type !== hybridType) return undefined;
    const { state } = this.#checkAndCount(tx, this.#arrivals);
    return this.#dependencies.transactionRules?.signatures?.pendingVerification(state, tx);
  }

  /** The signers of many authorizations, which `add` would recover, in the same way. */
  pendingAuthorities(tx: Transaction): PendingAuthorities | undefined {
    const pending = this.#tables.delegations.pendingAuthorities(tx);
    if (pending !== undefined) this.#checkAndCount(tx, this.#arrivals);
    return pending;
  }

  /** The checks of `add`; what they reject for its risk is counted. */
  #checkAndCount(tx: Transaction, arrival: number): ReturnType<PoolChecks['check']> {
    try {
      return this.#checks.check(tx, arrival);
    } catch (error) {
      if (error instanceof MempoolError && error.fault.code === 'too-risky') this.#riskRejections++;
      throw error;
    }
  }

  /**
   * Follows the chain to a new block: removes what it executed and what can no longer be executed. `changed`: accounts
   * that the block has changed, which need not have sent anything: an authorization of somebody else takes a nonce, too.
   */
  update(transactions: Block['transactions'], changed: Iterable<Address>): void {
    const mined = new Set(transactions.map(({ hash }) => hash));
    for (const sender of new Set([...changed, ...this.#tables.takeRemoved()]))
      this.#tables.followAccount(sender, mined);
    this.#tables.followLiquidity();
  }

  /**
   * Follows a change of the state without a block (a rewind, or what a development network sets) as `recheckInSteps`:
   * one step is made at once, and others by turns of the main thread (`rechecked`).
   */
  recheck(changed?: ReadonlySet<Address>): void {
    const { mainThread } = this.#dependencies;
    this.#tables.followChainId();
    const add = (tx: Transaction, arrival: number) => this.#add(tx, arrival);
    const steps = recheckInSteps({ dependencies: this.#dependencies, tables: this.#tables, add }, changed);
    if (mainThread === undefined) {
      runToEnd(steps);
      return;
    }
    const before = this.#rechecking;
    if (before === undefined && steps.next().done === true) return;
    const rechecking = mainThread
      .runSteps('upkeep', this.#owner, () => steps)
      .catch((error: unknown) => this.#repair(error))
      .then(() => before)
      .finally(() => {
        if (this.#rechecking === rechecking) this.#rechecking = undefined;
      });
    this.#rechecking = rechecking;
  }

  async rechecked(): Promise<void> {
    while (this.#rechecking !== undefined) await this.#rechecking;
  }

  #repair(error: unknown): void {
    contain(this.#faults, { kind: 'derived', name: 'pool', rebuild: () => this.rebuild() }, () => {
      throw error;
    });
  }

  /** Makes everything again from the transactions themselves, when an error may have left half of a change. */
  rebuild(): void {
    const pooledBefore = [...this.#tables.byHash.values()].sort((left, right) => left.arrival - right.arrival);
    this.#tables.reset();
    for (const { tx } of pooledBefore) {
      try {
        this.add(tx);
      } catch (error) {
        this.#tables.noteDrop(tx.hash, dropReasonOf(error)); // it may have caused the error
      }
    }
  }

  clear(): void {
    for (const hash of [...this.#tables.byHash.keys()]) this.remove(hash);
  }

  /** Removes a transaction; the sender's later ones become queued. Returns whether it was in the pool. */
  remove(hash: Hash, reason: string = dropReasons.requested): boolean {
    return this.#tables.remove(hash, reason);
  }

  /** The transactions for a block with this base fee, in block order. The pool must not change during the iteration. */
  candidates(baseFee: bigint): Iterable<Transaction> {
    return inBlockOrder(this.#tables.queues.values(), baseFee, this.#dependencies.options.order);
  }

  hasCandidates(baseFee: bigint): boolean {
    return hasCandidate(this.#tables.queues.values(), baseFee);
  }

  /** Calls the listener once for every transaction that becomes pending. Returns a function that removes it. */
  onPending(owner: ListenerOwner, listener: (tx: Transaction) => void): () => void {
    return this.#listeners.add(owner, listener);
  }

  get(hash: Hash): Transaction | undefined {
    return this.#tables.byHash.get(hash)?.tx;
  }

  dropReason(hash: Hash): string | undefined {
    return this.#tables.dropReason(hash);
  }

  nextNonce(sender: Address): bigint {
    return this.#tables.queueOf(sender).nextNonce;
  }

  counts(): { readonly pending: number; readonly queued: number } {
    const { pending, byHash } = this.#tables;
    return { pending, queued: byHash.size - pending };
  }

  content(): ReturnType<MempoolReader['content']> {
    return contentOfAll(this.#tables);
  }

  contentOf(sender: Address): ReturnType<MempoolReader['contentOf']> {
    return contentOf(this.#tables, sender);
  }

  byteSize(): number {
    return this.#tables.bytes;
  }

  /** Number of changes since the start: the content is the same while it is. */
  get changes(): number {
    return this.#tables.changes;
  }

  riskRejections(): number {
    return this.#riskRejections;
  }
}
