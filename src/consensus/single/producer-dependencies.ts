import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Chain } from '../../chain/chain.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { Address } from '../../primitives/address.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Clock } from '../building/clock.ts';

/** What the driver of a node alone works with. */
export type ProducerDependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  readonly mainThread: MainThread;
  /** how long transactions are executed; without it they block this thread */
  readonly long?: LongTransactions | undefined;
  /** the account that proposes every block: the operator of the one validator that signs */
  readonly proposer: Address;
  /** address of the key with which its validator signs; undefined while it operates none */
  readonly consensusOf: (operator: Address) => Address | undefined;
  /** milliseconds after which an empty block is made; 0 = only when transactions wait */
  readonly blockIntervalMs: number;
  /** whether each block is at least a second later than the one before it; otherwise they may share one */
  readonly hasDistinctTimes?: boolean | undefined;
  /** orders the candidates of the next block, which are sorted by price */
  readonly arrange: (candidates: Iterable<Transaction>) => Iterable<Transaction>;
  /** Called when a transaction could not be executed because of an internal error of the node. */
  readonly onInternalError: (error: unknown, transaction: Transaction) => void;
};
