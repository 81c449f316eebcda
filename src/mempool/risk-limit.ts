import type { Transaction } from '../kernel/transaction/transaction.ts';
import { MempoolError } from './fault.ts';

/** The highest score there is: nothing is above it. */
const highestScore = 10_000;

/**
 * The check of the AI guard's score, which an operator may switch on (`reject-risk-above`). Never part of consensus.
 */
export class RiskLimit {
  readonly #riskOf: ((tx: Transaction) => number) | undefined;
  readonly #limit: number;
  #rejections = 0;

  constructor(riskOf: ((tx: Transaction) => number) | undefined, limit: number) {
    this.#riskOf = riskOf;
    this.#limit = limit;
  }

  /** Transactions that were rejected for their score. */
  get rejections(): number {
    return this.#rejections;
  }

  /** Reads every byte of the data, so cheaper checks come first. Throws a MempoolError. */
  assertHarmless(tx: Transaction): void {
    const limit = this.#limit;
    if (this.#riskOf === undefined || limit === highestScore) return;
    const score = this.#riskOf(tx);
    if (score <= limit) return;
    this.#rejections++;
    throw new MempoolError({ code: 'too-risky', score, limit });
  }
}
