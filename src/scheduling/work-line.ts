import { FairQueue } from './fair-queue.ts';
import type { Owner } from './owner.ts';

/** Figures of one kind of work since the start. Times are in milliseconds. */
export type WorkStatistics = {
  /** pieces of work that wait now */
  waiting: number;
  spentMs: number;
  /** pieces of work that were dropped because too many waited */
  dropped: number;
  longestWaitMs: number;
};

/** One piece of work, done in one or more steps. */
export type Job = {
  readonly owner: Owner;
  /** Does a part of it. A promise, which never rejects, must settle before the next part. */
  readonly step: () => 'done' | 'more' | Promise<void>;
  readonly reject: (error: unknown) => void;
  /** time at which it last began to wait for a turn */
  waitsSince: number;
  /** time at which it would have begun if it had never waited for a turn */
  beganAt: number;
};

/** The work of one kind: what waits, and the time that it takes. All times are milliseconds of one monotonic clock. */
export class WorkLine {
  readonly #shareMs: number;
  /** what has not begun */
  readonly #queue: FairQueue<Job>;
  /** What has begun, and waits for its next turn: before all that has not, so that what is begun does not pile up. */
  readonly #begun: Job[] = [];
  /** milliseconds of the present iteration */
  #spentMs = 0;
  readonly #totals: WorkStatistics = { waiting: 0, spentMs: 0, dropped: 0, longestWaitMs: 0 };
  /** Work of this kind runs now: what it adds waits. */
  isRunning = false;

  constructor(shareMs: number, maxWaiting: number | undefined) {
    this.#shareMs = shareMs;
    this.#queue = new FairQueue(maxWaiting);
  }

  get statistics(): Readonly<WorkStatistics> {
    this.#totals.waiting = this.waiting;
    return this.#totals;
  }

  /** Pieces of work that wait for a turn. */
  get waiting(): number {
    return this.#queue.length + this.#begun.length;
  }

  /** Whether something is left of its share of the present iteration. */
  get hasTime(): boolean {
    return this.#spentMs < this.#shareMs;
  }

  /** Whether new work of this kind would be done at once. */
  get isOpen(): boolean {
    return this.hasTime && !this.isRunning && this.waiting === 0;
  }

  /** A new iteration of the event loop has begun. */
  beginIteration(): void {
    this.#spentMs = 0;
  }

  spend(milliseconds: number): void {
    this.#spentMs += milliseconds;
    this.#totals.spentMs += milliseconds;
  }

  countDropped(): void {
    this.#totals.dropped++;
  }

  /** Adds work that has not begun. */
  push(job: Job): void {
    this.#queue.push(job);
  }

  /** Keeps a job that has begun for its next turn: `first` is before others that have begun. */
  putBack(job: Job, now: number, first: boolean): void {
    job.waitsSince = now;
    if (first) this.#begun.unshift(job);
    else this.#begun.push(job);
  }

  /** Takes out the job whose turn it is. */
  next(now: number): Job | undefined {
    const job = this.#begun.shift() ?? this.#begin(now);
    if (job !== undefined) job.beganAt += now - job.waitsSince;
    return job;
  }

  #begin(now: number): Job | undefined {
    const job = this.#queue.shift();
    if (job !== undefined) this.#totals.longestWaitMs = Math.max(this.#totals.longestWaitMs, now - job.waitsSince);
    return job;
  }
}
