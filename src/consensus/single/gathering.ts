/**
 * Factor of the gathering time: waiting for a multiple of the block's duration leaves most of the time for accepting
 * transactions.
 */
const factor = 4;
/**
 * Minimum transactions in a block for the full gathering time. A client that sends one after another never waits
 * for it.
 */
const busyBlock = 17;
/** Longest time to gather transactions after a block, in ms. */
const maxGatheringMs = 250;
/** Milliseconds without a transaction after which there is nothing more to gather. */
const quietMs = 20;

/** How long transactions are gathered after a block. All times are milliseconds of one monotonic clock. */
export class Gathering {
  #until: number;
  #lastArrival: number;

  constructor(now: number) {
    this.#until = now;
    this.#lastArrival = now;
  }

  /** Begins after a block of so many transactions, which took so long. */
  begin(now: number, transactions: number, durationMs: number): void {
    const busy = Math.max(0, Math.min(transactions, busyBlock) - 1) / (busyBlock - 1);
    this.#until = now + Math.min(Math.floor(busy * factor * durationMs), maxGatheringMs);
    this.#lastArrival = now;
  }

  /** Called with each transaction that arrives. */
  arrive(now: number): void {
    this.#lastArrival = now;
  }

  /** When it ends, unless a transaction arrives before. */
  get end(): number {
    return Math.min(this.#until, this.#lastArrival + quietMs);
  }
}
