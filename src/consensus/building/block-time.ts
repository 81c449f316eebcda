import type { Clock } from './clock.ts';

/** Milliseconds of work on a block before other work gets a turn of the event loop. */
const turnTime = 25;

/**
 * Measures the time spent on one block over several turns of the event loop; other work between them does not count.
 */
export class BlockTime {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #before = 0;
  #turnBegan: number;

  /** The first turn begins at once. */
  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
    this.#turnBegan = clock.elapsed();
  }

  /** Milliseconds of all turns. */
  elapsed(): number {
    return this.#before + this.#ofTurn();
  }

  isTurnOver(): boolean {
    return this.#ofTurn() >= turnTime;
  }

  endTurn(): void {
    this.#before = this.elapsed();
    this.#turnBegan = this.#clock.elapsed();
  }

  beginTurn(): void {
    this.#turnBegan = this.#clock.elapsed();
  }

  #ofTurn(): number {
    return this.#clock.elapsed() - this.#turnBegan;
  }
}
