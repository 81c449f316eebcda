import type { WorkerOptions } from 'node:worker_threads';
import { addressSpaceLeft } from './address-space.ts';
import type { Faults } from './faults.ts';
import type { GuardedWorker } from './guarded-worker.ts';
import { createThread, setTimeout } from './machine.ts';

/**
 * Bytes of address space that must be left for a thread. Each of its WebAssembly memories reserves 10 GB, 53 GB together
 * in a thread of executions (measured). V8 aborts the whole process when it cannot reserve what a thread begins with.
 */
const reservedByThread = 64 * 2 ** 30;

/** Milliseconds without an attempt after the system gave no thread. */
const retryMs = 1_000;

/** Milliseconds without a task after which a thread ends. */
const defaultIdleMs = 5_000;

/** Figures of a pool of threads. */
export type WorkerStatistics = {
  readonly threads: number;
  /** tasks that a thread has */
  readonly running: number;
  /** tasks that wait for a thread */
  readonly waiting: number;
  /** threads that have ended by themselves since the start */
  readonly ended: number;
};

/**
 * Starts worker threads. The system may give none (a limit of processes, memory or address space), and a thread may end at any time:
 * both are noted as faults, and end nothing. Nobody waits for what a thread cannot read, or what cannot be read of it:
 * the thread ends.
 */
export class Threads {
  readonly #faults: Faults;
  #isExhausted = false;
  /** milliseconds without a task after which a thread ends, in every pool */
  readonly idleMs: number;
  /** the open pools, by name */
  readonly pools = new Map<string, { readonly statistics: WorkerStatistics }>();

  constructor(faults: Faults, idleMs = defaultIdleMs) {
    this.#faults = faults;
    this.idleMs = idleMs;
  }

  /**
   * A new thread; undefined when the system gives none, and for a second after that. `name` is that of the fault when
   * it cannot be started or ends by an error. `optionsOf` may throw, such as for want of memory that it shares.
   */
  start(name: string, program: URL, optionsOf: () => WorkerOptions = () => ({})): GuardedWorker | undefined {
    if (this.#isExhausted) return undefined;
    try {
      this.#assertAddressSpace();
      const worker = this.create(program, optionsOf());
      worker.on('error', (error) => this.#faults.note(`thread ${name}`, error)); // 'exit' follows
      return worker.on('messageerror', (error) => this.#endUnreadable(name, worker, error));
    } catch (error) {
      this.#faults.note(`thread ${name}`, error);
      this.#isExhausted = true;
      setTimeout(() => {
        this.#isExhausted = false;
      }, retryMs).unref();
      return undefined;
    }
  }

  /** A thread whose message cannot be read, such as for want of memory, has failed: nothing it sends counts any more. */
  #endUnreadable(name: string, worker: GuardedWorker, error: unknown): void {
    this.#faults.note(`thread ${name}`, error);
    worker.removeAllListeners('message');
    void worker.terminate();
  }

  #assertAddressSpace(): void {
    const left = this.addressSpaceLeft();
    if (left >= reservedByThread) return;
    const gigabytes = Math.floor(left / 2 ** 30);
    throw new Error(`no address space for a thread: ${gigabytes} GB are left, 64 are needed: raise ulimit -v`);
  }

  protected addressSpaceLeft(): number {
    return addressSpaceLeft();
  }

  protected create(program: URL, options: WorkerOptions): GuardedWorker {
    return createThread(program, options);
  }
}
