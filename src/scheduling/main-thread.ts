import type { Steps } from '../primitives/steps.ts';
import { FairQueue } from './fair-queue.ts';
import { DroppedError, type Owner } from './owner.ts';

/**
 * What the main thread does, in the order in which an iteration of the event loop does it, and the milliseconds that
 * each kind gets of an iteration.
 */
export const kinds = {
  /** a request or message of a client, parsed and dispatched */
  request: 10,
  /** a request whose parsing alone may take tens of milliseconds */
  longRequest: 1,
  /** an execution for a client, before it moves to a thread */
  execution: 4,
  /** transactions that arrive: senders that no thread recovers, and what follows for those recovered */
  submission: 10,
  /** signatures that no thread verifies */
  verification: 10,
  /** messages to subscribers */
  delivery: 5,
  /** parts of long responses: a client on the same machine may read as fast as they are written */
  response: 5,
  /** what follows from blocks and rewinds: checking the pool again, reading what has changed */
  upkeep: 4,
  /** what can take its time: long texts */
  background: 4,
} as const;

/** A kind of work on the main thread. */
export type WorkKind = keyof typeof kinds;

/** Figures of one kind of work since the start. Times are in milliseconds. */
export type WorkStatistics = {
  /** pieces of work that wait now */
  waiting: number;
  spentMs: number;
  /** pieces of work that were dropped because too many waited */
  dropped: number;
  longestWaitMs: number;
};

type MainThreadOptions = {
  /** milliseconds of a monotonic clock */
  readonly now: () => number;
  /** Calls the function in the next iteration of the event loop. */
  readonly nextIteration: (run: () => void) => void;
  /** pieces of work that may wait, for the kinds that have a limit */
  readonly maxWaiting?: Partial<Record<WorkKind, number>>;
  /** Called with what a `reject` throws, which is a fault of the program. */
  readonly onFault: (error: unknown) => void;
};

/** One piece of work, done in one or more steps. */
type Job = {
  readonly owner: Owner;
  /** Does a part of it; returns whether it is done. */
  readonly step: () => boolean;
  readonly reject: (error: unknown) => void;
  /** when it began to wait */
  readonly since: number;
};

/** The work of one kind. */
type Line = {
  readonly shareMs: number;
  readonly queue: FairQueue<Job>;
  /** the job that has begun and is not done */
  current: Job | undefined;
  /** Work of this kind runs now: what it adds waits. */
  isRunning: boolean;
  /** milliseconds of the present iteration */
  spentMs: number;
  readonly totals: WorkStatistics;
};

/**
 * The owner of the event loop. Work for clients is done at once while its kind has time left in the present iteration of
 * the event loop, and waits for one of the next otherwise, so that no kind, however much of it there is, keeps the
 * others waiting. What waits is served by turns of networks and their connections. In each iteration every kind gets at
 * least one piece done. What a piece throws goes to its owner.
 */
export class MainThread {
  readonly #now: () => number;
  readonly #nextIteration: (run: () => void) => void;
  readonly #onFault: (error: unknown) => void;
  readonly #lines: Readonly<Record<WorkKind, Line>>;
  readonly #order: readonly Line[];
  #isScheduled = false;

  constructor({ now, nextIteration, onFault, maxWaiting = {} }: MainThreadOptions) {
    this.#now = now;
    this.#nextIteration = nextIteration;
    this.#onFault = onFault;
    const line = (kind: WorkKind): Line => ({
      shareMs: kinds[kind],
      queue: new FairQueue(maxWaiting[kind]),
      current: undefined,
      isRunning: false,
      spentMs: 0,
      totals: { waiting: 0, spentMs: 0, dropped: 0, longestWaitMs: 0 },
    });
    this.#lines = {
      request: line('request'),
      longRequest: line('longRequest'),
      execution: line('execution'),
      submission: line('submission'),
      verification: line('verification'),
      delivery: line('delivery'),
      response: line('response'),
      upkeep: line('upkeep'),
      background: line('background'),
    };
    this.#order = Object.values(this.#lines);
  }

  /** By kind. */
  get statistics(): Readonly<Record<WorkKind, Readonly<WorkStatistics>>> {
    for (const line of this.#order) line.totals.waiting = waitingIn(line);
    const { request, longRequest, execution, submission, verification } = this.#lines;
    const { delivery, response, upkeep, background } = this.#lines;
    return {
      request: request.totals,
      longRequest: longRequest.totals,
      execution: execution.totals,
      submission: submission.totals,
      verification: verification.totals,
      delivery: delivery.totals,
      response: response.totals,
      upkeep: upkeep.totals,
      background: background.totals,
    };
  }

  /** Whether work of this kind would be done at once. */
  isOpen(kind: WorkKind): boolean {
    return isOpen(this.#lines[kind]);
  }

  /**
   * Does the work now, or when it is its turn. `reject` gets what it throws, or a DroppedError when it is not done
   * because too much waits or its owner has left.
   */
  run(kind: WorkKind, owner: Owner, work: () => void, reject: (error: unknown) => void): void {
    const line = this.#lines[kind];
    if (isOpen(line)) this.#runNow(line, owner, work, reject);
    else this.runLater(kind, owner, work, reject);
  }

  /** Does the work in a later iteration of the event loop, when it is its turn. Otherwise as `run`. */
  runLater(kind: WorkKind, owner: Owner, work: () => void, reject: (error: unknown) => void): void {
    this.#enqueue(
      this.#lines[kind],
      this.#job(kind, owner, () => isDone(work), reject),
    );
  }

  /** Resolves in a later iteration of the event loop, when it is the turn of the owner. Rejects as `run`. */
  turn(kind: WorkKind, owner: Owner): Promise<void> {
    return new Promise((resolve, reject) => this.runLater(kind, owner, resolve, reject));
  }

  /**
   * Does work in steps, beginning now or when it is its turn; resolves with its result. No other work of the kind begins
   * before it is done, so that what has begun does not pile up. Rejects as `run`.
   */
  runSteps<Result>(kind: WorkKind, owner: Owner, steps: () => Steps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      let begun: Steps<Result> | undefined;
      const step = () => {
        begun ??= steps();
        const { done, value } = begun.next();
        if (done === true) resolve(value);
        return done === true;
      };
      const line = this.#lines[kind];
      const job = this.#job(kind, owner, step, reject);
      if (isOpen(line)) {
        line.current = job;
        this.#serve(line);
      } else this.#enqueue(line, job);
    });
  }

  /** Counts milliseconds that were spent on work of this kind without `run`. */
  charge(kind: WorkKind, milliseconds: number): void {
    this.#charge(this.#lines[kind], milliseconds);
  }

  #job(kind: WorkKind, owner: Owner, step: () => boolean, reject: (error: unknown) => void): Job {
    const { totals } = this.#lines[kind];
    const fail = (error: unknown) => {
      if (error instanceof DroppedError && error.reason === 'full') totals.dropped++;
      this.#reject(reject, error);
    };
    return { owner, step, reject: fail, since: this.#now() };
  }

  #runNow(line: Line, owner: Owner, work: () => void, reject: (error: unknown) => void): void {
    const began = this.#now();
    line.isRunning = true;
    try {
      if (owner.hasLeft) throw new DroppedError('left');
      work();
    } catch (error) {
      this.#reject(reject, error);
    }
    line.isRunning = false;
    this.#charge(line, this.#now() - began);
  }

  #reject(reject: (error: unknown) => void, error: unknown): void {
    try {
      reject(error);
    } catch (fault) {
      this.#onFault(fault);
    }
  }

  #enqueue(line: Line, job: Job): void {
    line.queue.push(job);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextIteration(() => this.#runIteration());
  }

  #runIteration(): void {
    this.#isScheduled = false;
    for (const line of this.#order) line.spentMs = 0;
    for (const line of this.#order) this.#serve(line);
  }

  /** Takes steps until the share of the kind is used up or nothing waits. */
  #serve(line: Line): void {
    line.isRunning = true;
    for (let before = this.#now(); ; ) {
      line.current ??= this.#next(line, before);
      if (line.current === undefined) break;
      if (hasEnded(line.current)) line.current = undefined;
      const now = this.#now();
      this.#charge(line, now - before);
      before = now;
      if (line.spentMs >= line.shareMs) break;
    }
    line.isRunning = false;
    if (line.current !== undefined || line.queue.length > 0) this.#schedule();
  }

  #next({ queue, totals }: Line, now: number): Job | undefined {
    const job = queue.shift();
    if (job !== undefined) totals.longestWaitMs = Math.max(totals.longestWaitMs, now - job.since);
    return job;
  }

  #charge(line: Line, milliseconds: number): void {
    line.spentMs += milliseconds;
    line.totals.spentMs += milliseconds;
    if (line.spentMs >= line.shareMs) this.#schedule();
  }
}

function waitingIn({ queue, current }: Line): number {
  return queue.length + (current === undefined ? 0 : 1);
}

function isOpen({ shareMs, queue, current, isRunning, spentMs }: Line): boolean {
  return spentMs < shareMs && !isRunning && current === undefined && queue.length === 0;
}

/** Does one step; returns whether it was the last. */
function hasEnded({ owner, step, reject }: Job): boolean {
  try {
    if (owner.hasLeft) throw new DroppedError('left');
    return step();
  } catch (error) {
    reject(error);
    return true;
  }
}

function isDone(work: () => void): boolean {
  work();
  return true;
}
