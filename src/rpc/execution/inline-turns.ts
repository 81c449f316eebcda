import { FairQueue, type QueueEntry } from './fair-queue.ts';

/** Milliseconds below which an execution is not counted: those of most calls. */
const negligibleTime = 0.5;
/** Milliseconds for executions on the main thread, all together, in one iteration of the event loop. */
const maxTime = 4;

/**
 * Limits the time that executions take of the main thread: beyond it they wait for the next iteration of the event
 * loop.
 */
export class InlineTurns {
  readonly #waiting: FairQueue;
  #spent = 0;
  #isAwake = false;

  /** `maxWaiting`: executions that wait to begin; beyond it the newest of the client with the most is rejected */
  constructor(maxWaiting: number) {
    this.#waiting = new FairQueue(maxWaiting);
  }

  /** Whether an execution may begin at once. */
  get isOpen(): boolean {
    return !this.#isAwake || (this.#spent < maxTime && this.#waiting.length === 0);
  }

  /** Queues an execution until there is time for it. */
  enqueue(entry: QueueEntry): void {
    this.#waiting.push(entry);
    this.#wake();
  }

  /** Counts the milliseconds that an execution took. */
  charge(milliseconds: number): void {
    if (milliseconds < negligibleTime) return;
    this.#spent += milliseconds;
    if (this.#spent >= maxTime) this.#wake();
  }

  #wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => this.#runIteration());
  }

  #runIteration(): void {
    this.#spent = 0;
    while (this.#spent < maxTime && this.#waiting.length > 0) this.#waiting.shift()?.start();
    this.#isAwake = this.#waiting.length > 0;
    if (this.#isAwake) setImmediate(() => this.#runIteration());
  }
}
