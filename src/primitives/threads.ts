import type { WorkerOptions } from 'node:worker_threads';
import type { Faults } from './faults.ts';
import { GuardedWorker } from './guarded-worker.ts';

/** Milliseconds without an attempt after the system gave no thread. */
const retryTime = 1_000;

/**
 * Starts worker threads. The system may give none (a limit of processes or memory), and a thread may end at any time:
 * both are noted as faults, and end nothing.
 */
export class Threads {
  readonly #faults: Faults;
  #isExhausted = false;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /**
   * A new thread; undefined when the system gives none, and for a second after that. `name` is that of the fault when
   * it cannot be started or ends by an error.
   */
  start(name: string, program: URL, options: WorkerOptions = {}): GuardedWorker | undefined {
    if (this.#isExhausted) return undefined;
    try {
      const worker = this.create(program, options);
      return worker.on('error', (error) => this.#faults.note(`thread ${name}`, error)); // 'exit' follows
    } catch (error) {
      this.#faults.note(`thread ${name}`, error);
      this.#isExhausted = true;
      setTimeout(() => {
        this.#isExhausted = false;
      }, retryTime).unref();
      return undefined;
    }
  }

  protected create(program: URL, options: WorkerOptions): GuardedWorker {
    return new GuardedWorker(program, options);
  }
}
