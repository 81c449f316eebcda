import { signerFault } from '../evm/transaction/signature-fault.ts';
import type { FeeFunds } from '../kernel/fee-rules.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { StateView } from '../state/types.ts';
import { assertAdmissible } from './admission.ts';
import { MempoolError } from './fault.ts';
import type { PoolTables } from './pool-tables.ts';
import { type PooledTransaction, toPooledTransaction } from './pooled-transaction.ts';
import { assertHarmless } from './risk-limit.ts';
import { assertNoFault, assertOutbids, assertPayable, nonceAndCodeFault } from './sender-checks.ts';
import type { SenderQueue } from './sender-queue.ts';
import type { MempoolDependencies } from './types.ts';

/** The share of `max-transactions` for queued transactions, which pay nothing while they wait. */
const queuedShare = 1 / 4;

/**
 * Places of a full pool that a sender may take from others. Its first transaction can send away, through a module, what
 * all later ones would pay with: thousands of them must not drive others out. go-ethereum has as many (AccountSlots).
 */
const placesOfSender = 16;

/** A transaction that passed all cheap checks, and where it belongs. */
type Checked = {
  readonly state: StateView;
  readonly pooled: PooledTransaction;
  /** what it takes the place of: same sender and nonce */
  readonly replaced: PooledTransaction | undefined;
  readonly queue: SenderQueue;
  /** The transaction whose fee in a token it replaces. */
  readonly displaced: PooledTransaction | undefined;
};

/**
 * What a transaction must fulfil to be in the pool, on the state after the newest block and with what is in the pool.
 * Changes nothing. Its methods throw a MempoolError or a TransactionFaultError.
 */
export class PoolChecks {
  readonly #dependencies: MempoolDependencies;
  readonly #tables: PoolTables;

  constructor(dependencies: MempoolDependencies, tables: PoolTables) {
    this.#dependencies = dependencies;
    this.#tables = tables;
  }

  /** All checks but those of authorizations and of a post-quantum signature. */
  check(tx: Transaction, arrival: number): Checked {
    if (this.#tables.byHash.has(tx.hash)) throw new MempoolError({ code: 'already-known', hash: tx.hash });
    const { options, rules } = this.#dependencies;
    assertAdmissible(tx, rules);
    const state = this.#dependencies.headState();
    const queue = this.#tables.queueOf(tx.sender);
    const { signatures, fees } = this.#dependencies.transactionRules ?? {};
    const funds = fees?.fundsOf(state, tx);
    const pooled = toPooledTransaction(tx, arrival, funds !== undefined);
    const replaced = queue.at(tx.nonce);
    assertNoFault(nonceAndCodeFault(tx, state, funds));
    assertPayable(pooled, replaced, queue, state.account(tx.sender)?.balance ?? 0n, funds);
    this.#assertFewInToken(pooled, replaced, queue);
    const displaced = funds && fees && this.#displacedBy(pooled, replaced, queue, fees.liquidity(state));
    assertHarmless(tx, rules.riskOf, options['reject-risk-above']);
    assertNoFault(signerFault(tx, state, signatures));
    if (replaced === undefined) this.#assertRoom(pooled, queue, state);
    else assertOutbids(tx, replaced.tx, options['price-bump']);
    return { state, pooled, replaced, queue, displaced };
  }

  /**
   * The balance of QOR covers all that a sender has in the pool, whichever comes first. What it has of a token does not:
   * a call moves it, and a choice of another token makes what pays otherwise invalid, too.
   */
  #assertFewInToken({ tx, tokenFee }: PooledTransaction, replaced: PooledTransaction | undefined, queue: SenderQueue) {
    const limit = this.#dependencies.options['max-pending-per-token-payer'];
    const others = queue.size - (replaced === undefined ? 0 : 1);
    const paysInToken = tokenFee > 0n || queue.tokenFee > (replaced?.tokenFee ?? 0n);
    if (paysInToken && others >= limit) throw new MempoolError({ code: 'account-limit', sender: tx.sender, limit });
  }

  /** The transaction whose fee in a token has to leave for this one. It has to be for the next block, too. */
  #displacedBy(
    pooled: PooledTransaction,
    replaced: PooledTransaction | undefined,
    queue: SenderQueue,
    liquidity: FeeFunds,
  ): PooledTransaction | undefined {
    if (!this.#tables.isForNextBlock(queue, pooled)) return undefined;
    return this.#tables.tokenFees.victimFor(pooled, replaced, liquidity);
  }

  /** The transaction that must be evicted for this one; undefined when the pool is not full. */
  victimFor(pooled: PooledTransaction): PooledTransaction | undefined {
    if (!this.#isFullFor(pooled.tx)) return undefined;
    const { cheapest } = this.#tables;
    const limit = this.#dependencies.options['max-transactions'];
    if (this.#tables.queueOf(pooled.tx.sender).pendingCount >= placesOfSender)
      throw new MempoolError({ code: 'pool-full', limit });
    const victim = cheapest.peek();
    if (victim === undefined || victim.tx.sender === pooled.tx.sender || !cheapest.isCheaper(victim, pooled)) {
      throw new MempoolError({ code: 'underpriced', limit });
    }
    return victim;
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
    const queued = this.#tables.byHash.size - this.#tables.pending;
    if (isQueued && (queued >= maxTransactions * queuedShare || this.#isFullFor(tx))) {
      throw new MempoolError({ code: 'pool-full', limit: maxTransactions });
    }
    this.victimFor(pooled);
    this.#tables.delegations.assertAllowed(tx, queue, state);
  }

  #isFullFor({ raw }: Transaction): boolean {
    const { options } = this.#dependencies;
    const { byHash, bytes } = this.#tables;
    return byHash.size >= options['max-transactions'] || bytes + raw.length > options['max-bytes'];
  }
}
