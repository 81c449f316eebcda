import type { RunLimits } from '../execute-transaction.ts';
import type { BlockThread } from './block-thread.ts';

/** What becomes of transactions that would hold this thread for long. */
export type LongTransactions = {
  /** Called when a transaction begins here: what stops it. It has then changed nothing. */
  limits(): RunLimits;
  /** executes what was stopped; without it, such a transaction does not get into the block */
  readonly thread?: BlockThread | undefined;
};
