import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { ThreadReply, ThreadRequest } from '../../primitives/thread-requests.ts';
import type { Threads } from '../../primitives/threads.ts';
import type { WorkHere } from './work-here.ts';

/** Milliseconds without a request after which the thread ends. */
const idleTimeoutMs = 5_000;

type Waiting<Q, A> = {
  readonly request: Q;
  /** a thread that had it has ended */
  readonly isRepeated: boolean;
  readonly resolve: (response: A) => void;
  readonly reject: (error: unknown) => void;
};

type RequestThreadOptions<Q, A> = {
  /** of the thread, for messages */
  readonly name: string;
  /** calls `respondToRequests` */
  readonly program: URL;
  readonly threads: Threads;
  /** makes a response when there is no thread, or two have ended before they sent it */
  readonly here: (request: Q) => A;
  /** what the main thread does instead */
  readonly workHere: WorkHere;
};

/**
 * A thread that responds to requests. It ends after five seconds without one. What it has not responded to when it ends
 * by itself is asked of another one, once. When the system gives no thread, the main thread responds, by turns.
 */
export class RequestThread<Q, A> {
  readonly #options: RequestThreadOptions<Q, A>;
  /** what it has not responded to, by the number of the request */
  readonly #waiting = new Map<number, Waiting<Q, A>>();
  #lastId = 0;
  readonly #idle = setTimeout(() => this.#end(true), idleTimeoutMs).unref();
  #worker: GuardedWorker | undefined;
  #isReady = false;
  #isEnding = false;

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
    return new Promise((resolve, reject) => this.#pass({ request, isRepeated: false, resolve, reject }));
  }

  /** Ends it; what it has not responded to is done here. */
  async close(): Promise<void> {
    await this.#end(false);
    await this.#options.workHere.done();
  }

  async #end(isIdle: boolean): Promise<void> {
    this.#isEnding = this.#worker !== undefined;
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
      const mayRepeat = !this.#isEnding;
      this.#isEnding = false;
      const left = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const waiting of left) {
        if (mayRepeat && !waiting.isRepeated) this.#repeat(waiting);
        else this.#respondHere(waiting);
      }
    });
    return worker;
  }

  #repeat(waiting: Waiting<Q, A>): void {
    this.start();
    this.#pass({ ...waiting, isRepeated: true });
  }

  #pass(waiting: Waiting<Q, A>): void {
    const id = ++this.#lastId;
    if (this.#send({ id, request: waiting.request })) this.#waiting.set(id, waiting);
    else this.#respondHere(waiting);
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
    const { here, workHere } = this.#options;
    workHere.run(() => here(request)).then(resolve, reject);
  }
}
