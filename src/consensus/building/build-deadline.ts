import type { Deadline } from '../../chain/build-block.ts';
import type { Clock } from './clock.ts';

/**
 * Least gas that a millisecond of execution uses: nothing that a transaction can do is slower (docs/gas.md, which `npm
 * run bench -- gas` measures).
 */
const slowestGasPerMillisecond = 40_000n;
/**
 * Share of the time in which a transaction of any size may start; otherwise one that is too large for the whole time
 * never would.
 */
const openShare = 0.1;

/** When a block must be ready: a transaction starts only when all its gas can be used by then. */
export class BuildDeadline implements Deadline {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #timeLimitMs: number;
  readonly #finishingMs: number;
  readonly #startedAt: number;
  #filledAt = 0;
  #isFull = false;

  /**
   * `timeLimitMs`: from now.
   *
   * `finishingMs`: part of the limit that each transaction in the block takes once all are executed.
   */
  constructor(clock: Pick<Clock, 'elapsed'>, timeLimitMs: number, finishingMs = 0) {
    this.#clock = clock;
    this.#timeLimitMs = timeLimitMs;
    this.#finishingMs = finishingMs;
    this.#startedAt = clock.elapsed();
  }

  isOver(taken: number): boolean {
    this.#isFull = this.#passed() + taken * this.#finishingMs >= this.#timeLimitMs;
    return this.#isFull;
  }

  hasTimeFor(gas: bigint): boolean {
    const passed = this.#passed();
    return (
      passed < openShare * this.#timeLimitMs || passed + Number(gas / slowestGasPerMillisecond) <= this.#timeLimitMs
    );
  }

  onFilled(): void {
    this.#filledAt = this.#clock.elapsed();
  }

  /** Whether it came before the end of the candidates. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Milliseconds since the last transaction was executed. */
  get sinceFilled(): number {
    return this.#clock.elapsed() - this.#filledAt;
  }

  #passed(): number {
    return this.#clock.elapsed() - this.#startedAt;
  }
}
