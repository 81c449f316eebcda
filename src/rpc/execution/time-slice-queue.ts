import { FairQueue, type QueueEntry } from './fair-queue.ts';

/** Milliseconds below which an execution is not counted: those of ordinary clients. */
const negligibleTime = 0.5;
/** Milliseconds that executions which begin may take, all together, in one turn of the event loop. */
const maxStartTime = 4;

/**
 * Shares the one thread between executions and everything else the node does: in each turn of the event loop one that is
 * paused goes on, and new ones begin for a few milliseconds. What else has arrived is answered between two turns.
 */
export class TimeSliceQueue {
  readonly #paused: (() => void)[] = [];
  readonly #new: FairQueue;
  #spent = 0;
  #isAwake = false;

  /** `maxWaiting`: executions that wait to begin; beyond it the newest of the client with the most is refused */
  constructor(maxWaiting: number) {
    this.#new = new FairQueue(maxWaiting);
  }

  /** Whether nothing else is being executed. */
  get isIdle(): boolean {
    return !this.#isAwake;
  }

  /** Whether a new execution may begin at once. */
  get canStart(): boolean {
    return !this.#isAwake || (this.#spent < maxStartTime && this.#new.length === 0);
  }

  /** Puts a new execution into the line of those that begin when there is time. */
  enqueue(entry: QueueEntry): void {
    this.#new.push(entry);
    this.#wake();
  }

  /** Takes off the time that a new execution took, in milliseconds. */
  charge(milliseconds: number): void {
    if (milliseconds < negligibleTime) return;
    this.#spent += milliseconds;
    if (this.#spent >= maxStartTime) this.#wake();
  }

  /** Resolves when a paused execution may go on. */
  waitForSlice(): Promise<void> {
    return new Promise((resolve) => {
      this.#paused.push(resolve);
      this.#wake();
    });
  }

  #wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#spent = 0;
    this.#paused.shift()?.();
    while (this.#spent < maxStartTime && this.#new.length > 0) this.#new.shift()?.start();
    this.#isAwake = this.#paused.length > 0 || this.#new.length > 0;
    if (this.#isAwake) setImmediate(() => this.#turn());
  }
}
