import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { andFinally, type MaybePromise, recoverWith } from '../../primitives/maybe-promise.ts';
import { timeoutError } from '../evm-common/errors.ts';
import { type Call, RpcError } from '../types.ts';
import { ConcurrencyLimit, type ExecutionClass } from './concurrency-limit.ts';
import { assertNotAborted, type ExecutionBudget, TimeSlicedBudget } from './execution-budget.ts';
import { FairQueue, type QueueEntry } from './fair-queue.ts';
import type { TimeSliceQueue } from './time-slice-queue.ts';

/** Calls of each class that run at the same time. */
const defaultConcurrency = 8;

/** Executes a call, or several in a row, from the beginning, within that budget. */
type Attempt<T> = (budget: ExecutionBudget) => MaybePromise<T>;

type Caller = Pick<Call, 'client' | 'signal'>;

type SchedulerOptions = {
  readonly timeSlices: TimeSliceQueue;
  /** milliseconds that a call may run; 0 for no limit */
  readonly timeout: number;
  /** waiting calls, of each class */
  readonly maxWaiting: number;
  /** calls that run at the same time, of each class */
  readonly maxConcurrent?: number;
};

/**
 * Schedules executions: long ones run in time slices between all other work of the node, a few concurrently, and are
 * ended when their client disconnects. Waiting calls are served round-robin by client.
 */
export class ExecutionScheduler {
  readonly #options: SchedulerOptions;
  readonly #places: ConcurrencyLimit;
  readonly #lines: Record<ExecutionClass, FairQueue>;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#places = new ConcurrencyLimit(options.maxConcurrent ?? defaultConcurrency, (kind) => this.#callNext(kind));
    this.#lines = { short: new FairQueue(options.maxWaiting), long: new FairQueue(options.maxWaiting) };
  }

  /**
   * Returns synchronously what is done in one time slice. Throws or rejects with an RpcError when its time is used up, or
   * when too many calls are waiting.
   */
  run<T>(caller: Caller, attempt: Attempt<T>): MaybePromise<T> {
    const { timeSlices: turns } = this.#options;
    if (turns.canStart) return this.#begin(caller, attempt);
    return this.#wait(
      caller,
      () => this.#begin(caller, attempt),
      (entry) => turns.enqueue(entry),
    );
  }

  /** Starts over once the concurrency limit admits the call. */
  #beginAgain<T>(caller: Caller, attempt: Attempt<T>, kind: ExecutionClass): Promise<T> {
    const begin = async () => {
      await this.#options.timeSlices.waitForSlice();
      return this.#begin(caller, attempt, kind);
    };
    return this.#wait(caller, begin, (entry) => this.#lines[kind].push(entry));
  }

  #begin<T>({ client, signal }: Caller, attempt: Attempt<T>, place?: ExecutionClass): MaybePromise<T> {
    const { timeout, timeSlices: turns } = this.#options;
    const time = new TimeSlicedBudget({ limit: timeout, timeSlices: turns, concurrency: this.#places, signal }, place);
    const work = () => {
      assertNotAborted(signal);
      return attempt(time);
    };
    const running = () =>
      recoverWith<T>(work, (error) => {
        time.release();
        if (!(error instanceof ExecutionStoppedError)) throw error;
        if (time.missingClass === undefined) throw timeoutError(timeout);
        return this.#beginAgain({ client, signal }, attempt, time.missingClass);
      });
    try {
      return andFinally(running, () => time.release());
    } finally {
      turns.charge(time.elapsed());
    }
  }

  #wait<T>({ client, signal }: Caller, begin: () => MaybePromise<T>, push: (entry: QueueEntry) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        try {
          resolve(begin());
        } catch (error) {
          reject(error);
        }
      };
      const drop = () => reject(tooManyWait(this.#options.maxWaiting));
      push({ network: client.network, signal, start: settle, reject: drop });
    });
  }

  #callNext(kind: ExecutionClass): void {
    if (this.#lines[kind].length === 0 || !this.#places.tryAcquire(kind)) return;
    const next = this.#lines[kind].shift();
    if (next === undefined) this.#places.release(kind);
    else next.start();
  }
}

function tooManyWait(limit: number): RpcError {
  return new RpcError(-32005, `too many calls wait to be executed: json-rpc.max-waiting-calls is ${limit}`);
}
