/** Least number of transactions in a block for a measurement of the time per transaction. */
const fewest = 100;
/** Milliseconds per transaction before the first measurement. */
const firstGuessMs = 0.1;

/**
 * Estimates how long a block takes after its transactions are executed: roots, rows, indexes, the pool and the
 * subscribers cost as much as the execution of simple transactions, and must be finished in time, too.
 */
export class FinishingTime {
  #perTransactionMs = firstGuessMs;

  /** milliseconds */
  get perTransactionMs(): number {
    return this.#perTransactionMs;
  }

  learn(transactions: number, milliseconds: number): void {
    if (transactions < fewest) return;
    this.#perTransactionMs = (this.#perTransactionMs + milliseconds / transactions) / 2;
  }
}
