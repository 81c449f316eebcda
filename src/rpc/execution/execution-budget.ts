import { ExecutionStoppedError, type TimeSlices } from '../../kernel/engine.ts';
import { type AsyncSteps, awaitValue } from '../../primitives/maybe-promise.ts';
import { RpcError } from '../types.ts';
import type { ConcurrencyLimit, ExecutionClass } from './concurrency-limit.ts';
import type { TimeSliceQueue } from './time-slice-queue.ts';

/** Milliseconds of a call's first turn: while nothing else is executed, and otherwise. */
const firstSliceWhenIdle = 10;
const firstSlice = 2;
/** Of each later turn. */
const laterSlice = 5;
/** Milliseconds after which a call needs a place of those that take long. */
const maxShortTime = 25;

/** The time a call has, in turns. */
export type ExecutionBudget = TimeSlices & {
  /** Whether the call must end: all of its time is used, or there is no place to go on in. */
  isExhausted(): boolean;
  /** milliseconds it has run */
  elapsed(): number;
};

export type BudgetOptions = {
  /** milliseconds that it may run, 0 for no limit */
  readonly limit: number;
  readonly timeSlices: TimeSliceQueue;
  readonly concurrency: ConcurrencyLimit;
  /** aborted when the client no longer waits for the call */
  readonly signal: AbortSignal;
};

/** Counts the time that a call runs, not what others do between its turns, and holds the place it pauses in. */
export class TimeSlicedBudget implements ExecutionBudget {
  readonly #options: BudgetOptions;
  readonly #limit: number;
  #length: number;
  #before = 0;
  #turnBegan = performance.now();
  #place: ExecutionClass | undefined;
  #lacking: ExecutionClass | undefined;

  /** `place`: the place it has already */
  constructor(options: BudgetOptions, place?: ExecutionClass) {
    this.#options = options;
    this.#limit = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit;
    this.#length = options.timeSlices.isIdle ? firstSliceWhenIdle : firstSlice;
    this.#place = place;
  }

  /** The kind of place whose want has ended the call. */
  get missingClass(): ExecutionClass | undefined {
    return this.#lacking;
  }

  isExhausted(): boolean {
    return this.#lacking !== undefined || this.elapsed() > this.#limit || (this.isOver() && !this.#hasPlace());
  }

  elapsed(): number {
    return this.#before + this.#ofTurn();
  }

  isOver(): boolean {
    return this.#ofTurn() > this.#length;
  }

  async next(): Promise<void> {
    this.#before = this.elapsed();
    await this.#options.timeSlices.waitForSlice();
    this.#turnBegan = performance.now();
    this.#length = laterSlice;
    assertNotAborted(this.#options.signal);
  }

  /** Gives its place to others. */
  release(): void {
    const place = this.#place;
    this.#place = undefined;
    if (place !== undefined) this.#options.concurrency.release(place);
  }

  #hasPlace(): boolean {
    const needed = this.#place === 'long' || this.elapsed() > maxShortTime ? 'long' : 'short';
    if (this.#place === needed) return true;
    if (!this.#options.concurrency.tryAcquire(needed)) {
      this.#lacking = needed;
      return false;
    }
    this.release();
    this.#place = needed;
    return true;
  }

  #ofTurn(): number {
    return performance.now() - this.#turnBegan;
  }
}

/** Throws an RpcError, which nobody will read. */
export function assertNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new RpcError(-32000, 'nobody waits for the call any more');
}

/** Between two executions of the same call: makes way when its turn is over. Throws an ExecutionStoppedError. */
export function* yieldTimeSlice(budget: ExecutionBudget): AsyncSteps<void> {
  if (budget.isExhausted()) throw new ExecutionStoppedError('execution stopped');
  if (budget.isOver()) yield* awaitValue(budget.next());
}
