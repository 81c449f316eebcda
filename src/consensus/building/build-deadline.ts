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
  readonly #timeLimit: number;
  readonly #finishing: number;
  readonly #startedAt: number;
  #filledAt = 0;
  #isFull = false;

  /**
   * `timeLimit`: milliseconds from now. `finishing`: milliseconds of the limit that each transaction in the block takes
   * once all are executed.
   */
  constructor(clock: Pick<Clock, 'elapsed'>, timeLimit: number, finishing = 0) {
    this.#clock = clock;
    this.#timeLimit = timeLimit;
    this.#finishing = finishing;
    this.#startedAt = clock.elapsed();
  }

  isOver(taken: number): boolean {
    this.#isFull = this.#passed() + taken * this.#finishing >= this.#timeLimit;
    return this.#isFull;
  }

  hasTimeFor(gas: bigint): boolean {
    const passed = this.#passed();
    return passed < openShare * this.#timeLimit || passed + Number(gas / slowestGasPerMillisecond) <= this.#timeLimit;
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
