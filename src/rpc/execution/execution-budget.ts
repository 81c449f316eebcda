import { ExecutionStoppedError, type TimeSlices } from '../../kernel/engine.ts';
import { type AsyncSteps, awaitValue } from '../../primitives/maybe-promise.ts';
import { RpcError } from '../types.ts';
import type { ConcurrencyLimit, ExecutionClass } from './concurrency-limit.ts';
import type { TimeSliceQueue } from './time-slice-queue.ts';

/** Milliseconds of the first time slice of a call: while nothing else is executed, and otherwise. */
const firstSliceWhenIdle = 10;
const firstSlice = 2;
/** Milliseconds of each later time slice. */
const laterSlice = 5;
/** Milliseconds after which a call counts as long. */
const maxShortTime = 25;

/** The time that a call may use, in time slices. */
export type ExecutionBudget = TimeSlices & {
  /** Whether the call must end: all of its time is used, or the concurrency limit is reached. */
  isExhausted(): boolean;
  /** milliseconds it has run */
  elapsed(): number;
};

type BudgetOptions = {
  /** milliseconds that it may run, 0 for no limit */
  readonly limit: number;
  readonly timeSlices: TimeSliceQueue;
  readonly concurrency: ConcurrencyLimit;
  /** aborted when the client no longer waits for the call */
  readonly signal: AbortSignal;
};

/** Counts the time in which a call runs, without the pauses between its time slices, and holds its concurrency permit. */
export class TimeSlicedBudget implements ExecutionBudget {
  readonly #options: BudgetOptions;
  readonly #limit: number;
  #length: number;
  #before = 0;
  #sliceStarted = performance.now();
  #permit: ExecutionClass | undefined;
  #missingClass: ExecutionClass | undefined;

  /** `permit`: the permit that the call already holds */
  constructor(options: BudgetOptions, permit?: ExecutionClass) {
    this.#options = options;
    this.#limit = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit;
    this.#length = options.timeSlices.isIdle ? firstSliceWhenIdle : firstSlice;
    this.#permit = permit;
  }

  /** The class whose concurrency limit ended the call. */
  get missingClass(): ExecutionClass | undefined {
    return this.#missingClass;
  }

  isExhausted(): boolean {
    return this.#missingClass !== undefined || this.elapsed() > this.#limit || (this.isOver() && !this.#ensurePermit());
  }

  elapsed(): number {
    return this.#before + this.#sliceElapsed();
  }

  isOver(): boolean {
    return this.#sliceElapsed() > this.#length;
  }

  async next(): Promise<void> {
    this.#before = this.elapsed();
    await this.#options.timeSlices.waitForSlice();
    this.#sliceStarted = performance.now();
    this.#length = laterSlice;
    assertNotAborted(this.#options.signal);
  }

  /** Releases the permit. */
  release(): void {
    const permit = this.#permit;
    this.#permit = undefined;
    if (permit !== undefined) this.#options.concurrency.release(permit);
  }

  #ensurePermit(): boolean {
    const needed = this.#permit === 'long' || this.elapsed() > maxShortTime ? 'long' : 'short';
    if (this.#permit === needed) return true;
    if (!this.#options.concurrency.tryAcquire(needed)) {
      this.#missingClass = needed;
      return false;
    }
    this.release();
    this.#permit = needed;
    return true;
  }

  #sliceElapsed(): number {
    return performance.now() - this.#sliceStarted;
  }
}

/** Throws an RpcError, which no client reads. */
export function assertNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new RpcError(-32000, 'the client has closed the connection');
}

/** Pauses between two executions of a call when its time slice is used up. Throws an ExecutionStoppedError. */
export function* yieldTimeSlice(budget: ExecutionBudget): AsyncSteps<void> {
  if (budget.isExhausted()) throw new ExecutionStoppedError('execution stopped');
  if (budget.isOver()) yield* awaitValue(budget.next());
}
