/** Least number of transactions in a block that may raise the estimate for one. */
const fewest = 100;
/** Milliseconds per transaction before the first measurement. */
const firstGuessMs = 0.1;

/**
 * Estimates how long a transaction takes after it is executed: roots, rows, indexes, the pool and the subscribers cost
 * as much as the execution of simple transactions, and must be finished in time, too. What each block takes for itself,
 * such as a write of a slow disk, is no part of it: smaller blocks would not make it shorter.
 */
export class FinishingTime {
  #perTransactionMs = firstGuessMs;
  #perBlockMs = 0;

  /** milliseconds */
  get perTransactionMs(): number {
    return this.#perTransactionMs;
  }

  /**
   * A block of few transactions tells what each block takes, and brings the estimate back towards the first guess:
   * after a stall, as of a disk, all blocks have so few that otherwise none would ever correct it.
   */
  learn(transactions: number, milliseconds: number): void {
    if (transactions === 0) return;
    const isSmall = transactions < fewest;
    this.#perBlockMs = isSmall ? milliseconds : Math.min(this.#perBlockMs, milliseconds);
    const measuredMs = isSmall ? firstGuessMs : (milliseconds - this.#perBlockMs) / transactions;
    if (!isSmall || measuredMs < this.#perTransactionMs)
      this.#perTransactionMs = (this.#perTransactionMs + measuredMs) / 2;
  }
}
