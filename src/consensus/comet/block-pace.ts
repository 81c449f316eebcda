import type { Chain } from '../../chain/chain.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { StateView } from '../../state/types.ts';
import type { Clock } from '../building/clock.ts';
import { firstTransaction } from '../building/first-transaction.ts';

export type PaceDependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  /** milliseconds between blocks while nothing waits */
  readonly blockInterval: number;
  /** how many times that interval the chain aims at now, 1 or more */
  readonly blockTimeFactor: (state: StateView) => number;
};

/** Age in milliseconds from which on a block is one that this node catches up with. */
const old = 10_000;

/**
 * Waits after an empty block as long as the chain's target is above the usual interval, or until a transaction can be
 * included. Every validator does so before it goes on to the next height: CometBFT 0.40 has no field by which an
 * application could tell it. A node that follows others, through full or old blocks, does not wait.
 */
export function paceBlocks(dependencies: PaceDependencies, signal: AbortSignal): Promise<void> {
  const { chain, clock, blockInterval, blockTimeFactor } = dependencies;
  const { transactionCount, timestamp } = chain.reader.head();
  const extra = Math.round(blockInterval * (blockTimeFactor(chain.headState()) - 1));
  const isOld = clock.now() - timestamp * 1_000 > old + blockInterval + extra;
  if (transactionCount > 0 || isOld) return Promise.resolve();
  return firstTransaction(dependencies, extra, signal);
}
