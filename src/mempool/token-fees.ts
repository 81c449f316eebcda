import { TransactionFaultError } from '../evm/transaction/fault.ts';
import type { FeeFunds } from '../kernel/fee-rules.ts';
import type { Hash } from '../primitives/hash.ts';
import { EvictionOrder } from './eviction-order.ts';
import type { PooledTransaction } from './pooled-transaction.ts';

/**
 * The fees that transactions of the next block are to pay in other tokens than QOR. One liquidity pays them all: what
 * it cannot pay together would fill the pool and then drop out of a block without paying anything. What waits for a
 * nonce before it, or for a lower base fee, does not count: it pays nothing while it waits, and would keep the liquidity
 * from others for as long as it likes.
 */
export class TokenFees {
  readonly #byHash = new Map<Hash, PooledTransaction>();
  readonly #cheapest: EvictionOrder;
  #total = 0n;

  constructor(baseFeeFloor: bigint) {
    this.#cheapest = new EvictionOrder(baseFeeFloor, (pooled) => this.#byHash.get(pooled.tx.hash) === pooled);
  }

  /** Counts a transaction. Returns false, and counts nothing, when the liquidity does not cover it, too. */
  add(pooled: PooledTransaction, liquidity: () => bigint): boolean {
    if (pooled.tokenFee === 0n || this.#byHash.has(pooled.tx.hash)) return true;
    if (this.#total + pooled.tokenFee > liquidity()) return false;
    this.#byHash.set(pooled.tx.hash, pooled);
    this.#total += pooled.tokenFee;
    this.#cheapest.add(pooled, this.#byHash);
    return true;
  }

  remove({ tx, tokenFee }: PooledTransaction): void {
    if (this.#byHash.delete(tx.hash)) this.#total -= tokenFee;
  }

  /**
   * The transaction that has to leave so that the liquidity covers this one, too; undefined when nothing has to. It
   * pays a lower tip, and its fee is large enough: a large fee never drives out several small ones. Throws a
   * TransactionFaultError when there is none.
   */
  victimFor(
    pooled: PooledTransaction,
    replaced: PooledTransaction | undefined,
    { wei, shortage }: FeeFunds,
  ): PooledTransaction | undefined {
    if (pooled.tokenFee === 0n) return undefined;
    const freed = replaced !== undefined && this.#byHash.has(replaced.tx.hash) ? replaced.tokenFee : 0n;
    const total = this.#total - freed + pooled.tokenFee;
    if (total <= wei) return undefined;
    const victim = this.#cheapest.peek();
    const helps = victim !== undefined && victim.tx.sender !== pooled.tx.sender && total - victim.tokenFee <= wei;
    if (helps && this.#cheapest.isCheaper(victim, pooled)) return victim;
    throw new TransactionFaultError({ code: 'fee-not-payable', rejection: shortage });
  }

  /**
   * Has those with the lowest tips removed while the liquidity is less than what is to be paid. `liquidity` is only
   * called when something is to be paid.
   */
  follow(liquidity: () => FeeFunds, remove: (hash: Hash) => void): void {
    while (this.#total > 0n && this.#total > liquidity().wei) {
      const lowest = this.#cheapest.peek();
      if (lowest === undefined) return;
      remove(lowest.tx.hash);
    }
  }
}
