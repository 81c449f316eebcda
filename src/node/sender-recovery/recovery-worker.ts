import { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { SharedQueue } from './shared-queue.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.cjs', import.meta.url);

/** What a thread is started with. */
export type RecoveryThreadData = { readonly memory: SharedArrayBuffer; readonly taker: number };

/** A thread that recovers the senders of transactions, on another core than the main thread. */
export class RecoveryWorker {
  /** its number in the queue */
  readonly taker: number;
  readonly #queue: SharedQueue;
  readonly #worker: GuardedWorker;
  #isReady = false;

  /** `onResults` is called when it is loaded, and with new results; `onEnd` once, when it ends, for whatever reason. */
  constructor(queue: SharedQueue, taker: number, onResults: () => void, onEnd: () => void) {
    this.taker = taker;
    this.#queue = queue;
    const workerData: RecoveryThreadData = { memory: queue.memory, taker };
    this.#worker = new GuardedWorker(program, { workerData });
    this.#worker.unref();
    this.#worker.on('message', () => {
      this.#isReady = true;
      onResults();
    });
    this.#worker.on('error', () => {}); // 'exit' follows
    this.#worker.once('exit', onEnd);
  }

  /** Whether it is loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Has it look for transactions; returns whether it slept. */
  wake(): boolean {
    return this.#queue.wake(this.taker);
  }

  /** `isIdle`: for seconds */
  async end(isIdle: boolean): Promise<void> {
    await this.#worker.terminate({ isIdle });
  }
}
