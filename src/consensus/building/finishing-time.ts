/** Least number of transactions in a block that may raise the estimate: what each block takes counts little among them. */
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

  /**
   * A block of few transactions may only lower the estimate: after a stall, as of a disk, all blocks have so few that
   * otherwise none would ever correct it.
   */
  learn(transactions: number, milliseconds: number): void {
    if (transactions === 0) return;
    const measuredMs = milliseconds / transactions;
    if (transactions >= fewest || measuredMs < this.#perTransactionMs)
      this.#perTransactionMs = (this.#perTransactionMs + measuredMs) / 2;
  }
}
