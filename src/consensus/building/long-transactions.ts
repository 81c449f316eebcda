import type { BlockThread } from '../../chain/block-thread/block-thread.ts';
import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { RunLimits } from '../../chain/execute-transaction.ts';
import type { Clock } from './clock.ts';

type Stopwatch = Pick<Clock, 'elapsed'>;

/** Milliseconds of the main thread that one transaction may use. */
const maxInlineMs = 10;
/** Gas of a module's call that takes half as long at worst (docs/gas.md): it cannot be stopped in between. */
const maxNativeGas = 500_000n;
/** Bytes of the logs of a transaction that are read in about as long: 2,250 token transfers, or 15,000 logs of nothing. */
const maxLogBytes = 384 * 1024;

/** Transactions that take long are executed in the block thread. */
export function inBlockThread(clock: Stopwatch, thread: BlockThread): LongTransactions {
  return { limits: () => untilTime(clock, clock.elapsed() + maxInlineMs), thread };
}

/** For a preview of a block: transactions that take long are left out. */
export function withoutLong(clock: Stopwatch): Omit<LongTransactions, 'thread'> {
  return { limits: () => untilTime(clock, clock.elapsed() + maxInlineMs) };
}

function untilTime(clock: Stopwatch, end: number): RunLimits {
  return { shouldStop: () => clock.elapsed() >= end, maxNativeGas, maxLogBytes };
}
