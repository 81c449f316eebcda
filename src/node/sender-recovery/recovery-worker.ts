import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { Threads } from '../../primitives/threads.ts';
import { type Arrival, decodeHere } from './arrival.ts';
import { type RecoveryReply, toBatch } from './batch-message.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.cjs', import.meta.url);

/** Batches that a thread has at a time: one in work, and the next. */
const maxBatches = 2;

/** A thread that recovers the senders of transactions, on another core than the main thread. */
export class RecoveryWorker {
  readonly #worker: GuardedWorker;
  readonly #batches: (readonly Arrival[])[] = [];
  #isReady = false;

  /** `onResults` is called when it is loaded, and with new results; `onEnd` once, when it ends, for whatever reason. */
  private constructor(worker: GuardedWorker, onResults: () => void, onEnd: (ended: RecoveryWorker) => void) {
    this.#worker = worker;
    worker.unref();
    worker.on('message', (reply: RecoveryReply) => {
      this.#receive(reply);
      onResults();
    });
    worker.once('exit', () => {
      for (const arrival of this.#batches.splice(0).flat()) decodeHere(arrival);
      onEnd(this);
    });
  }

  /** Undefined when the system gives no thread. */
  static start(
    threads: Threads,
    onResults: () => void,
    onEnd: (ended: RecoveryWorker) => void,
  ): RecoveryWorker | undefined {
    const worker = threads.start('sender recovery', program);
    return worker && new RecoveryWorker(worker, onResults, onEnd);
  }

  /** Whether it is loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it is loaded and has room for another batch. */
  get hasRoom(): boolean {
    return this.#isReady && this.#batches.length < maxBatches;
  }

  /** Has it decode transactions. */
  decode(arrivals: readonly Arrival[]): void {
    const message = toBatch(arrivals.map(({ raw }) => raw));
    this.#batches.push(arrivals);
    this.#worker.postMessage(message, [message.bytes.buffer as ArrayBuffer]); // of its own
  }

  /** `isIdle`: for seconds */
  async end(isIdle: boolean): Promise<void> {
    await this.#worker.terminate({ isIdle });
  }

  #receive(reply: RecoveryReply): void {
    if (reply === 'ready') {
      this.#isReady = true;
      return;
    }
    for (const [index, arrival] of (this.#batches.shift() ?? []).entries()) decodeHere(arrival, reply[index]);
  }
}
