import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { ThreadReply, ThreadRequest } from '../../primitives/thread-requests.ts';
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
  /** calls `respondToRequests` */
  readonly program: URL;
  readonly threads: Threads;
  /** makes the responses when there is no thread, and those that it has not sent when it ends */
  readonly here: (request: Q) => A;
};

/**
 * A thread that responds to requests. It ends after five seconds without one. When the system gives no
 * thread, the main thread responds.
 */
export class RequestThread<Q, A> {
  readonly #options: RequestThreadOptions<Q, A>;
  /** what it has not responded to, by the number of the request */
  readonly #waiting = new Map<number, Waiting<Q, A>>();
  #lastId = 0;
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
      const waiting = { request, resolve, reject };
      const id = ++this.#lastId;
      if (this.#send({ id, request })) this.#waiting.set(id, waiting);
      else this.#respondHere(waiting);
    });
  }

  /** Ends it; what it has not responded to is done here. */
  async close(): Promise<void> {
    await this.#end(false);
  }

  async #end(isIdle: boolean): Promise<void> {
    await this.#worker?.terminate({ isIdle: isIdle && this.#waiting.size === 0 });
  }

  #open(): GuardedWorker | undefined {
    const { name, program, threads } = this.#options;
    const worker = threads.start(name, program);
    if (worker === undefined) return undefined;
    worker.unref();
    worker.on('message', (reply: ThreadReply<A>) => this.#receive(reply));
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#isReady = false;
      const left = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const waiting of left) this.#respondHere(waiting);
    });
    return worker;
  }

  #receive(reply: ThreadReply<A>): void {
    if (reply === 'ready') {
      this.#isReady = true;
      return;
    }
    this.#waiting.get(reply.id)?.resolve(reply.response);
    this.#waiting.delete(reply.id);
  }

  /** Whether it was sent: there may be no thread, or no memory for the copy. */
  #send(message: ThreadRequest<Q>): boolean {
    try {
      this.#worker?.postMessage(message);
      return this.#worker !== undefined;
    } catch {
      return false;
    }
  }

  #respondHere({ request, resolve, reject }: Waiting<Q, A>): void {
    try {
      resolve(this.#options.here(request));
    } catch (error) {
      reject(error);
    }
  }
}
