import type { RunLimits } from '../execute-transaction.ts';
import type { BlockThread } from './block-thread.ts';

/** How transactions that would block this thread for long are executed. */
export type LongTransactions = {
  /**
   * Called when a transaction starts on this thread; returns what stops it. A stopped transaction has changed nothing.
   */
  limits(): RunLimits;
  /** executes stopped transactions; without it they are left out of the block */
  readonly thread?: BlockThread | undefined;
};
