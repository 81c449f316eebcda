import { GuardedWorker } from '../../primitives/guarded-worker.ts';

/** Milliseconds without a request after which the thread ends. */
const idleTimeoutMs = 5_000;

type Waiting<Q, A> = { readonly request: Q; readonly resolve: (response: A) => void };

/** A thread that responds to requests in their order. It ends after five seconds without one. */
export class RequestThread<Q, A> {
  readonly #program: URL;
  readonly #here: (request: Q) => A;
  readonly #waiting: Waiting<Q, A>[] = [];
  readonly #idle = setTimeout(() => this.#end(true), idleTimeoutMs).unref();
  #worker: GuardedWorker | undefined;
  #isReady = false;

  /** `program` sends `ready`, and then a response to each request; `here` makes what it has not sent when it ends. */
  constructor(program: URL, here: (request: Q) => A) {
    this.#program = program;
    this.#here = here;
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

  /** Starts it unless it runs, and asks it. */
  ask(request: Q): Promise<A> {
    this.start();
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve });
      this.#worker?.postMessage(request);
    });
  }

  /** Ends it; what it has not responded to is done here. */
  async close(): Promise<void> {
    await this.#end(false);
  }

  async #end(isIdle: boolean): Promise<void> {
    await this.#worker?.terminate({ isIdle: isIdle && this.#waiting.length === 0 });
  }

  #open(): GuardedWorker {
    const worker = new GuardedWorker(this.#program);
    worker.unref();
    worker.on('message', (message: 'ready' | A) => {
      if (message === 'ready') this.#isReady = true;
      else this.#waiting.shift()?.resolve(message);
    });
    worker.on('error', () => {}); // 'exit' follows
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#isReady = false;
      for (const { request, resolve } of this.#waiting.splice(0)) resolve(this.#here(request));
    });
    return worker;
  }
}
