import type { Chain } from '../../chain/chain.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { StateView } from '../../state/types.ts';
import type { Clock } from '../building/clock.ts';
import { firstTransaction } from '../building/first-transaction.ts';

export type PaceDependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  /** milliseconds between blocks while no transaction waits */
  readonly blockIntervalMs: number;
  /** the chain's current target as a multiple of that interval, 1 or more */
  readonly blockTimeFactor: (state: StateView) => number;
};

/** Minimum age of a block, in milliseconds, that shows that this node is catching up. */
const oldMs = 10_000;

/**
 * Waits after an empty block for the time by which the chain's target exceeds the usual interval, or until a
 * transaction can be included. Every validator does so before it continues with the next height, because CometBFT 0.40
 * has no field by which an application could set the delay. A node that receives full or old blocks does not wait.
 */
export function paceBlocks(dependencies: PaceDependencies, signal: AbortSignal): Promise<void> {
  const { chain, clock, blockIntervalMs, blockTimeFactor } = dependencies;
  const { transactionCount, timestamp } = chain.reader.head();
  const extra = Math.round(blockIntervalMs * (blockTimeFactor(chain.headState()) - 1));
  const isOld = clock.now() - timestamp * 1_000 > oldMs + blockIntervalMs + extra;
  if (transactionCount > 0 || isOld) return Promise.resolve();
  return firstTransaction(dependencies, extra, signal);
}
