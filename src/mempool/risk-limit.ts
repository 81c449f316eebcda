import type { Transaction } from '../kernel/transaction/transaction.ts';
import { MempoolError } from './fault.ts';

/** The highest score there is: nothing is above it. */
const highestScore = 10_000;

/**
 * The check of the AI guard's score, which an operator may switch on (`reject-risk-above`); never part of consensus. It
 * reads every byte of the data, so cheaper checks come first. Throws a MempoolError.
 */
export function assertHarmless(
  tx: Transaction,
  riskOf: ((tx: Transaction) => number) | undefined,
  limit: number,
): void {
  if (riskOf === undefined || limit === highestScore) return;
  const score = riskOf(tx);
  if (score > limit) throw new MempoolError({ code: 'too-risky', score, limit });
}
