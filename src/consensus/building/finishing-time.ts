/** Transactions in a block from which on its time tells something about each of them. */
const fewest = 100;
/** Milliseconds for each transaction, before anything was measured. */
const firstGuess = 0.1;

/**
 * Learns how long a block takes once its transactions are executed: roots, rows, indexes, the pool and the subscribers
 * cost as much as the execution of simple transactions, and must be in time too.
 */
export class FinishingTime {
  #perTransaction = firstGuess;

  /** milliseconds */
  get perTransaction(): number {
    return this.#perTransaction;
  }

  learn(transactions: number, milliseconds: number): void {
    if (transactions < fewest) return;
    this.#perTransaction = (this.#perTransaction + milliseconds / transactions) / 2;
  }
}
