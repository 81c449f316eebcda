import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';

/** The work that the main thread does where no thread does it, in the order in which it comes. */
export class WorkHere {
  readonly #mainThread: MainThread;
  readonly #owner: Owner = { network: 'signatures', connection: this, hasLeft: false };
  readonly #running = new Set<Promise<unknown>>();

  constructor(mainThread: MainThread) {
    this.#mainThread = mainThread;
  }

  /** Resolves with what `work` returns and rejects with what it throws. */
  run<T>(work: () => T): Promise<T> {
    const result = new Promise<T>((resolve, reject) => {
      this.#mainThread.run('verification', this.#owner, () => resolve(work()), reject);
    });
    this.#running.add(result);
    const end = () => this.#running.delete(result);
    result.then(end, end);
    return result;
  }

  /** Resolves when no work waits. */
  async done(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
