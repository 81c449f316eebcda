import { Worker } from 'node:worker_threads';
import { packList } from '../../chain/storage/packed-list.ts';
import { maxTasks, TaskClaims } from './claims.ts';
import type { RecoveryResult, RecoveryTask } from './recovery-message.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.cjs', import.meta.url);

/** Transactions whose senders the thread is to recover, unless the main thread claims them first. */
export type QueuedTask = {
  /** Claims the task for the caller; when that succeeds, the thread returns no result for it. */
  claim(): boolean;
  readonly isClaimed: boolean;
  /** Rejects when the thread ends before. */
  readonly result: Promise<RecoveryResult>;
};

type Waiting = { readonly resolve: (result: RecoveryResult) => void; readonly reject: (error: Error) => void };

/** A thread that recovers the senders of transactions, on another core than the main thread. */
export class RecoveryWorker {
  readonly #claims = new TaskClaims();
  readonly #worker = new Worker(program, { workerData: this.#claims.memory });
  #offers = 0;
  /** in the order of the tasks, which is that of the results */
  readonly #waiting: Waiting[] = [];
  /** offered since the last `send` */
  #unsent: RecoveryTask[] = [];
  #isReady = false;

  /** `onEnd` is called once, when the thread has ended, for whatever reason. */
  constructor(onEnd: () => void) {
    this.#worker.unref();
    this.#worker.on('message', (message: 'ready' | RecoveryResult) => {
      if (message === 'ready') this.#isReady = true;
      else this.#waiting.shift()?.resolve(message);
    });
    this.#worker.on('error', () => {}); // 'exit' follows
    this.#worker.once('exit', () => {
      onEnd();
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('the thread has ended'));
    });
  }

  /** Whether it is loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it accepts another task. */
  get hasRoom(): boolean {
    return this.#waiting.length < maxTasks;
  }

  /** Tasks without a result. */
  get openTasks(): number {
    return this.#waiting.length;
  }

  /** Results arrive in the order of the calls. The thread learns of the task with the next `send`. */
  offer(raws: readonly Uint8Array[]): QueuedTask {
    const claims = this.#claims;
    const number = this.#offers++;
    claims.offer(number);
    const result = new Promise<RecoveryResult>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    this.#unsent.push({ number, raws: packList(raws) });
    return {
      claim: () => claims.claim(number),
      get isClaimed() {
        return claims.isClaimed(number);
      },
      result,
    };
  }

  /** Hands over the new tasks, in one message: each wakes the thread, which costs more than to write it. */
  send(): void {
    if (this.#unsent.length === 0) return;
    this.#worker.postMessage(this.#unsent);
    this.#unsent = [];
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
