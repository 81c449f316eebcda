import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { Threads } from '../../primitives/threads.ts';

/** Milliseconds without a request after which the thread ends. */
const idleTimeoutMs = 5_000;

type Waiting<Q, A> = {
  readonly request: Q;
  readonly resolve: (response: A) => void;
  readonly reject: (error: unknown) => void;
};

type RequestThreadOptions<Q, A> = {
  /** of the thread, for messages */
  readonly name: string;
  /** sends `ready`, and then a response to each request */
  readonly program: URL;
  readonly threads: Threads;
  /** makes the responses when there is no thread, and those that it has not sent when it ends */
  readonly here: (request: Q) => A;
};

/**
 * A thread that responds to requests in their order. It ends after five seconds without one. When the system gives no
 * thread, the main thread responds.
 */
export class RequestThread<Q, A> {
  readonly #options: RequestThreadOptions<Q, A>;
  readonly #waiting: Waiting<Q, A>[] = [];
  readonly #idle = setTimeout(() => this.#end(true), idleTimeoutMs).unref();
  #worker: GuardedWorker | undefined;
  #isReady = false;

  constructor(options: RequestThreadOptions<Q, A>) {
    this.#options = options;
  }

  /** Whether it has loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Starts it unless it runs. */
  start(): void {
    this.#idle.refresh();
    this.#worker ??= this.#open();
  }

  /** Starts it unless it runs, and asks it. Rejects with what the program throws. */
  ask(request: Q): Promise<A> {
    this.start();
    return new Promise((resolve, reject) => {
      if (this.#worker === undefined) return resolve(this.#options.here(request));
      this.#worker.postMessage(request);
      this.#waiting.push({ request, resolve, reject });
    });
  }

  /** Ends it; what it has not responded to is done here. */
  async close(): Promise<void> {
    await this.#end(false);
  }

  async #end(isIdle: boolean): Promise<void> {
    await this.#worker?.terminate({ isIdle: isIdle && this.#waiting.length === 0 });
  }

  #open(): GuardedWorker | undefined {
    const { name, program, threads } = this.#options;
    const worker = threads.start(name, program);
    if (worker === undefined) return undefined;
    worker.unref();
    worker.on('message', (message: 'ready' | A) => {
      if (message === 'ready') this.#isReady = true;
      else this.#waiting.shift()?.resolve(message);
    });
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#isReady = false;
      for (const waiting of this.#waiting.splice(0)) this.#respondHere(waiting);
    });
    return worker;
  }

  #respondHere({ request, resolve, reject }: Waiting<Q, A>): void {
    try {
      resolve(this.#options.here(request));
    } catch (error) {
      reject(error);
    }
  }
}
