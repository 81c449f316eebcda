import { FairQueue, type QueueEntry } from './fair-queue.ts';

/** Milliseconds below which an execution is not counted: those of ordinary clients. */
const negligibleTime = 0.5;
/** Milliseconds for the start of new executions, all together, in one iteration of the event loop. */
const maxStartTime = 4;

/**
 * Shares the thread between executions and all other work of the node: in each iteration of the event loop one paused
 * execution continues, and new ones start for a few milliseconds. Other requests are served between two iterations.
 */
export class TimeSliceQueue {
  readonly #paused: (() => void)[] = [];
  readonly #new: FairQueue;
  #spent = 0;
  #isAwake = false;

  /** `maxWaiting`: executions that wait to begin; beyond it the newest of the client with the most is rejected */
  constructor(maxWaiting: number) {
    this.#new = new FairQueue(maxWaiting);
  }

  /** Whether nothing else is being executed. */
  get isIdle(): boolean {
    return !this.#isAwake;
  }

  /** Whether a new execution may start at once. */
  get canStart(): boolean {
    return !this.#isAwake || (this.#spent < maxStartTime && this.#new.length === 0);
  }

  /** Queues a new execution until there is time to start it. */
  enqueue(entry: QueueEntry): void {
    this.#new.push(entry);
    this.#wake();
  }

  /** Counts the milliseconds that a new execution took. */
  charge(milliseconds: number): void {
    if (milliseconds < negligibleTime) return;
    this.#spent += milliseconds;
    if (this.#spent >= maxStartTime) this.#wake();
  }

  /** Resolves when a paused execution may continue. */
  waitForSlice(): Promise<void> {
    return new Promise((resolve) => {
      this.#paused.push(resolve);
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => this.#runIteration());
  }

  #runIteration(): void {
    this.#spent = 0;
    this.#paused.shift()?.();
    while (this.#spent < maxStartTime && this.#new.length > 0) this.#new.shift()?.start();
    this.#isAwake = this.#paused.length > 0 || this.#new.length > 0;
    if (this.#isAwake) setImmediate(() => this.#runIteration());
  }
}
