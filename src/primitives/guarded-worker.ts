import { setTimeout } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * A worker thread that can be terminated without harm to the process, which would abort in two cases:
 *
 * - An addon that is called while its thread is being terminated (secp256k1 and lmdb: whatever is made with
 *   node-addon-api) throws a C++ exception that nothing catches. So a call into an addon and the termination exclude
 *   each other, by one cell of shared memory. Programs load addons before `NativeCalls.loaded`, and call them within
 *   `NativeCalls.run`.
 * - Node 20 removes the thread while functions of it are still being optimized in the background. So its end is delayed
 *   for a moment in which it begins nothing; who terminates a thread that computes tells it to stop before.
 */
export class GuardedWorker extends Worker {
  readonly #cell: Int32Array;

  constructor(program: URL, options: WorkerOptions = {}) {
    const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    cell[0] = isCalling; // until it is loaded
    super(program, { ...options, workerData: { ...options.workerData, nativeCalls: cell } });
    this.#cell = cell;
  }

  /**
   * Ends the thread once it is not in an addon and has had time to come to rest, which one that was idle for seconds
   * does not need.
   */
  override async terminate({ isIdle = false } = {}): Promise<number> {
    while (this.threadId !== hasExited && Atomics.compareExchange(this.#cell, 0, isFree, isEnding) === isCalling) {
      await setTimeout(1);
    }
    if (!isIdle && this.threadId !== hasExited) await setTimeout(restMs);
    return super.terminate();
  }
}

/** Makes a call into an addon and returns what it returns. It must not be asynchronous. */
export type NativeCall = <T>(call: () => T) => T;

/** The side of the thread. It adds 30 to 50 ns to a call (measured). */
export class NativeCalls {
  readonly #cell: Int32Array;
  /** calls within calls; loading is the first */
  #depth = 1;

  constructor({ nativeCalls }: { readonly nativeCalls: Int32Array }) {
    this.#cell = nativeCalls;
  }

  /** To be called once, when everything is loaded. */
  loaded(): void {
    this.#leave();
  }

  /** Never returns once the thread is to end. */
  readonly run: NativeCall = (call) => {
    this.#enter();
    try {
      return call();
    } finally {
      this.#leave();
    }
  };

  #enter(): void {
    if (this.#depth++ > 0) return;
    if (Atomics.compareExchange(this.#cell, 0, isFree, isCalling) === isFree) return;
    for (;;) Atomics.wait(this.#cell, 0, isEnding);
  }

  #leave(): void {
    if (--this.#depth === 0) Atomics.store(this.#cell, 0, isFree);
  }
}

/** States of the cell. */
const isFree = 0;
const isCalling = 1;
const isEnding = 2;

/** Milliseconds in which the optimizations that have begun end. */
const restMs = 100;

/** The id of a thread that has ended. */
const hasExited = -1;
