import { mapRecord } from '../primitives/objects.ts';
import { endEarly, type Steps } from '../primitives/steps.ts';
import { DroppedError, type Owner } from './owner.ts';
import { type Job, WorkLine, type WorkStatistics } from './work-line.ts';

/**
 * What the main thread does, in the order in which an iteration of the event loop does it, and the milliseconds that
 * each kind gets of an iteration.
 */
export const kinds = {
  /** blocks: building, executing and writing them, and removing them from a development network */
  block: 25,
  /** bytes of connections for the parser of Node, with the requests that are served at once: it makes objects of some 20 µs for each */
  parsing: 5,
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
  /** the block that would be made now, for those who read at `pending` */
  preview: 4,
  /** what follows from blocks and rewinds: checking the pool again, reading what has changed */
  upkeep: 4,
  /** what can take its time: long texts */
  background: 4,
} as const;

/** A kind of work on the main thread. */
export type WorkKind = keyof typeof kinds;

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

/** How long a piece of work takes: to be asked in one of its steps. */
export type WorkTime = {
  /** Milliseconds so far: of its steps, and of what it waited for, without the turns of others. */
  elapsed(): number;
};

/**
 * The owner of the event loop. Work is done at once while its kind has time left in the present iteration of the event
 * loop, and waits for one of the next otherwise, so that no kind, however much of it there is, keeps the others waiting.
 * What waits is served by turns of networks and their connections. In each iteration every kind gets at least one piece
 * done. What a piece throws goes to its owner.
 */
export class MainThread {
  readonly #now: () => number;
  readonly #nextIteration: (run: () => void) => void;
  readonly #onFault: (error: unknown) => void;
  readonly #lines: Readonly<Record<WorkKind, WorkLine>>;
  readonly #order: readonly WorkLine[];
  #isScheduled = false;

  constructor({ now, nextIteration, onFault, maxWaiting = {} }: MainThreadOptions) {
    this.#now = now;
    this.#nextIteration = nextIteration;
    this.#onFault = onFault;
    this.#lines = mapRecord<WorkKind, number, WorkLine>(kinds, (share, kind) => new WorkLine(share, maxWaiting[kind]));
    this.#order = Object.values(this.#lines);
  }

  /** By kind. */
  get statistics(): Readonly<Record<WorkKind, Readonly<WorkStatistics>>> {
    return mapRecord(this.#lines, ({ statistics }) => statistics);
  }

  /** Whether work of this kind would be done at once. */
  isOpen(kind: WorkKind): boolean {
    return this.#lines[kind].isOpen;
  }

  /** Whether work of this kind waits for its turn. */
  hasWaiting(kind: WorkKind): boolean {
    return this.#lines[kind].waiting > 0;
  }

  /**
   * Does the work now, or when it is its turn. `reject` gets what it throws, or a DroppedError when it is not done
   * because too much waits or its owner has left.
   */
  run(kind: WorkKind, owner: Owner, work: () => void, reject: (error: unknown) => void): void {
    const line = this.#lines[kind];
    if (line.isOpen) this.#runNow(line, owner, work, reject);
    else this.runLater(kind, owner, work, reject);
  }

  /** Does the work when it is its turn, after what waits already and never at once. Otherwise as `run`. */
  runLater(kind: WorkKind, owner: Owner, work: () => void, reject: (error: unknown) => void): void {
    const line = this.#lines[kind];
    const step = () => {
      work();
      return 'done' as const;
    };
    line.push(this.#job(line, owner, step, reject));
    this.#schedule();
  }

  /** Resolves when it is the turn of the owner, as work of `runLater`. Rejects as `run`. */
  turn(kind: WorkKind, owner: Owner): Promise<void> {
    return new Promise((resolve, reject) => this.runLater(kind, owner, resolve, reject));
  }

  /**
   * Does work in steps, beginning now or when it is its turn; resolves with its result. No other work of the kind begins
   * before it is done, unless it waits for a promise: then it continues once that has settled, before what has not begun.
   * Rejects as `run`; when the owner leaves, the steps are ended early.
   */
  runSteps<Result>(kind: WorkKind, owner: Owner, steps: (time: WorkTime) => Steps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.#lines[kind];
      const stepper = new Stepper(() => steps({ elapsed: () => this.#now() - job.beganAt }), resolve, reject);
      const job = this.#job(
        line,
        owner,
        () => stepper.step(),
        (error) => stepper.fail(error),
      );
      if (line.isOpen) {
        line.putBack(job, job.waitsSince, true);
        this.#serve(line);
      } else {
        line.push(job);
        this.#schedule();
      }
    });
  }

  /** Does work that cannot wait, and counts what it takes, unless it is a part of other work of its kind. */
  measure<Result>(kind: WorkKind, work: () => Result): Result {
    if (this.#lines[kind].isRunning) return work();
    const began = this.#now();
    try {
      return work();
    } finally {
      this.charge(kind, this.#now() - began);
    }
  }

  /** Counts milliseconds that were spent on work of this kind without `run`. */
  charge(kind: WorkKind, milliseconds: number): void {
    this.#charge(this.#lines[kind], milliseconds);
  }

  #job(line: WorkLine, owner: Owner, step: Job['step'], reject: (error: unknown) => void): Job {
    const now = this.#now();
    const fail = (error: unknown) => {
      if (error instanceof DroppedError && error.reason === 'full') line.countDropped();
      this.#reject(reject, error);
    };
    return { owner, step, reject: fail, waitsSince: now, beganAt: now };
  }

  #runNow(line: WorkLine, owner: Owner, work: () => void, reject: (error: unknown) => void): void {
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

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextIteration(() => this.#runIteration());
  }

  #runIteration(): void {
    this.#isScheduled = false;
    for (const line of this.#order) line.beginIteration();
    for (const line of this.#order) this.#serve(line);
  }

  /** Takes steps until the share of the kind is used up or nothing waits. */
  #serve(line: WorkLine): void {
    line.isRunning = true;
    let now = this.#now();
    for (let job = line.next(now); job !== undefined; ) {
      const outcome = outcomeOf(job);
      const before = now;
      now = this.#now();
      this.#charge(line, now - before);
      if (outcome instanceof Promise) this.#resumeAfter(outcome, line, job);
      if (outcome !== 'more') job = line.hasTime ? line.next(now) : undefined;
      else if (!line.hasTime) {
        line.putBack(job, now, true);
        break;
      }
    }
    line.isRunning = false;
    if (line.waiting > 0) this.#schedule();
  }

  #resumeAfter(promise: Promise<void>, line: WorkLine, job: Job): void {
    void promise.then(() => {
      line.putBack(job, this.#now(), false);
      if (line.hasTime && !line.isRunning) this.#serve(line);
      else this.#schedule();
    });
  }

  #charge(line: WorkLine, milliseconds: number): void {
    line.spend(milliseconds);
    if (!line.hasTime) this.#schedule();
  }
}

function outcomeOf({ owner, step, reject }: Job): ReturnType<Job['step']> {
  try {
    if (owner.hasLeft) throw new DroppedError('left');
    return step();
  } catch (error) {
    reject(error);
    return 'done';
  }
}

/** Takes the steps of one piece of work. */
class Stepper<Result> {
  readonly #begin: () => Steps<Result>;
  readonly #resolve: (result: Result) => void;
  readonly #reject: (error: unknown) => void;
  #steps: Steps<Result> | undefined;
  /** what the promise that the last step waited for has rejected with */
  #rejection: { readonly error: unknown } | undefined;

  constructor(begin: () => Steps<Result>, resolve: (result: Result) => void, reject: (error: unknown) => void) {
    this.#begin = begin;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  step(): ReturnType<Job['step']> {
    this.#steps ??= this.#begin();
    const rejection = this.#rejection;
    this.#rejection = undefined;
    const step = rejection === undefined ? this.#steps.next() : this.#steps.throw(rejection.error);
    if (step.done === true) {
      this.#resolve(step.value);
      return 'done';
    }
    const noteRejection = (error: unknown) => {
      this.#rejection = { error };
    };
    return step.value === undefined ? 'more' : step.value.catch(noteRejection);
  }

  /** Ends the steps early, and rejects. */
  fail(error: unknown): void {
    try {
      if (this.#steps !== undefined) endEarly(this.#steps);
    } finally {
      this.#reject(error);
    }
  }
}
