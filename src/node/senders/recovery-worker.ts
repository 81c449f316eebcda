import { Worker } from 'node:worker_threads';
import { packList } from '../../chain/storage/packed-list.ts';
import type { RecoveryResult, RecoveryTask } from './recovery-message.ts';

/** Of the joined program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.js', import.meta.url);

type Waiting = { readonly resolve: (result: RecoveryResult) => void; readonly reject: (error: Error) => void };

/** A thread that finds out who signed transactions, on another core than the one that answers and executes. */
export class RecoveryWorker {
  readonly #worker = new Worker(program);
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

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Results come in the order of the calls. Rejects when the thread ends before. */
  recover(raws: readonly Uint8Array[]): Promise<RecoveryResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      const task: RecoveryTask = packList(raws);
      this.#worker.postMessage(task);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
