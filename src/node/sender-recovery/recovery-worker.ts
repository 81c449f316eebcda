import { Worker } from 'node:worker_threads';
import { packList } from '../../chain/storage/packed-list.ts';
import { maxTasks, TaskClaims } from './claims.ts';
import type { RecoveryResult, RecoveryTask } from './recovery-message.ts';

/** Of the joined program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.cjs', import.meta.url);

/** Transactions the thread is to recover the senders of, unless someone else claims them first. */
export type QueuedTask = {
  /** Whether it is the caller's now; the thread then answers nothing. */
  claim(): boolean;
  readonly isClaimed: boolean;
  /** Rejects when the thread ends before. */
  readonly result: Promise<RecoveryResult>;
};

type Waiting = { readonly resolve: (result: RecoveryResult) => void; readonly reject: (error: Error) => void };

/** A thread that finds out who signed transactions, on another core than the one that answers and executes. */
export class RecoveryWorker {
  readonly #claims = new TaskClaims();
  readonly #worker = new Worker(program, { workerData: this.#claims.memory });
  #offers = 0;
  /** in the order of their tasks, which is that of the answers */
  readonly #waiting: Waiting[] = [];
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

  /** Whether it takes another task. */
  get hasRoom(): boolean {
    return this.#waiting.length < maxTasks;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Results come in the order of the calls. */
  offer(raws: readonly Uint8Array[]): QueuedTask {
    const claims = this.#claims;
    const number = this.#offers++;
    claims.offer(number);
    const result = new Promise<RecoveryResult>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    const task: RecoveryTask = { number, raws: packList(raws) };
    this.#worker.postMessage(task);
    return {
      claim: () => claims.claim(number),
      get isClaimed() {
        return claims.isClaimed(number);
      },
      result,
    };
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
