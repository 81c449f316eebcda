import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { ThreadReply, ThreadRequest } from '../../primitives/thread-requests.ts';
import type { Threads } from '../../primitives/threads.ts';
import { type Arrival, decodeHere } from './arrival.ts';
import { type BatchMessage, type BatchResult, toBatch } from './batch-message.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.cjs', import.meta.url);

/** Batches that a thread has at a time: one in work, and the next. */
const maxBatches = 2;

/** A thread that recovers the senders of transactions, on another core than the main thread. */
export class RecoveryWorker {
  readonly #worker: GuardedWorker;
  /** those that it has not responded to, by the number of their request */
  readonly #batches = new Map<number, readonly Arrival[]>();
  #lastId = 0;
  #isReady = false;

  /** `onResults` is called when it is loaded, and with new results; `onEnd` once, when it ends, for whatever reason. */
  private constructor(worker: GuardedWorker, onResults: () => void, onEnd: (ended: RecoveryWorker) => void) {
    this.#worker = worker;
    worker.unref();
    worker.on('message', (reply: ThreadReply<BatchResult>) => {
      this.#receive(reply);
      onResults();
    });
    worker.once('exit', () => {
      for (const arrival of [...this.#batches.values()].flat()) decodeHere(arrival);
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
    return this.#isReady && this.#batches.size < maxBatches;
  }

  /** Has it decode transactions, which are decoded here when there is no memory for the message. */
  decode(arrivals: readonly Arrival[]): void {
    const id = ++this.#lastId;
    try {
      this.#send({ id, request: toBatch(arrivals.map(({ raw }) => raw)) });
      this.#batches.set(id, arrivals);
    } catch {
      for (const arrival of arrivals) decodeHere(arrival);
    }
  }

  /** `isIdle`: for seconds */
  async end(isIdle: boolean): Promise<void> {
    await this.#worker.terminate({ isIdle });
  }

  #send(message: ThreadRequest<BatchMessage>): void {
    this.#worker.postMessage(message, [message.request.bytes.buffer as ArrayBuffer]); // of its own
  }

  #receive(reply: ThreadReply<BatchResult>): void {
    if (reply === 'ready') {
      this.#isReady = true;
      return;
    }
    const batch = this.#batches.get(reply.id) ?? [];
    this.#batches.delete(reply.id);
    for (const [index, arrival] of batch.entries()) decodeHere(arrival, reply.response[index]);
  }
}
