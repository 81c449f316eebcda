import type { GuardedWorker } from '../primitives/guarded-worker.ts';
import { clearTimeout, setTimeout, type Timer } from '../primitives/machine.ts';
import type { Threads } from '../primitives/threads.ts';
import type { ReplyMessage, RequestMessage } from './serve-requests.ts';
import { type TaskThread, WorkerError, type WorkerTask } from './worker-task.ts';

/** With which threads a pool starts. */
export type WorkerOptions = {
  /** Name of the threads, for messages and metrics, such as `of blocks` */
  readonly name: string;
  /** calls `serveRequests` */
  readonly program: URL;
  readonly threads: Threads;
  /** what the program is started with, besides WorkerCells */
  readonly data?: object;
  /** megabytes of the heap of a thread; without it, as many as Node gives */
  readonly heapMegabytes?: number;
};

/** What a pool follows of its threads. */
type WorkerListener<Task extends AnyTask> = {
  /** It has loaded, or has sent a result. */
  onFree(): void;
  /** It has ended, for whatever reason, with these tasks undone. */
  onExit(worker: PooledWorker<Task>, tasks: readonly Task[], error: WorkerError): void;
};

/** Whatever it asks and gets. */
export type AnyTask = WorkerTask<unknown, never>;

/** A thread of a WorkerPool, with the tasks that it has. It ends after some seconds without one. */
export class PooledWorker<Task extends AnyTask> implements TaskThread {
  readonly #worker: GuardedWorker;
  readonly #stop: Int32Array;
  readonly #listener: WorkerListener<Task>;
  readonly #tasks = new Map<number, Task>();
  readonly #idle: Timer;
  #lastId = 0;
  #isReady = false;
  #takesTasks = true;
  #isEnding = false;
  #cause: unknown;

  private constructor(worker: GuardedWorker, stop: Int32Array, idleMs: number, listener: WorkerListener<Task>) {
    this.#worker = worker;
    this.#stop = stop;
    this.#listener = listener;
    this.#idle = setTimeout(() => void (this.#tasks.size === 0 && this.end({ isIdle: true })), idleMs).unref();
    worker.unref();
    worker.on('message', (message: ReplyMessage<never>) => this.#receive(message));
    worker.on('error', (error) => {
      this.#cause = error;
    });
    worker.on('messageerror', () => {
      this.#takesTasks = false; // it is being ended
      this.stop();
    });
    worker.once('exit', () => {
      clearTimeout(this.#idle);
      this.#takesTasks = false;
      listener.onExit(
        this,
        this.takeTasks(),
        new WorkerError(isOutOfMemory(this.#cause) ? 'memory' : 'ended', this.#cause),
      );
    });
  }

  /** Undefined when the system gives no thread. */
  static start<Task extends AnyTask>(
    options: WorkerOptions,
    listener: WorkerListener<Task>,
  ): PooledWorker<Task> | undefined {
    const { name, program, threads, data, heapMegabytes } = options;
    const resourceLimits = heapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: heapMegabytes };
    let stop: Int32Array | undefined;
    const worker = threads.start(name, program, () => {
      stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      return { workerData: { ...data, stop }, resourceLimits };
    });
    return worker && stop && new PooledWorker(worker, stop, threads.idleMs, listener);
  }

  /** Whether it has loaded. */
  get isReady(): boolean {
    return this.#isReady && this.#takesTasks;
  }

  /** Whether it may be given tasks. */
  get takesTasks(): boolean {
    return this.#takesTasks;
  }

  /** Whether this thread was told to end. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Number of its tasks. */
  get load(): number {
    return this.#tasks.size;
  }

  /** Sends it a task. Throws what the request throws, and a WorkerError when the message cannot be sent. */
  give(task: Task): void {
    const isFree = this.#tasks.size === 0;
    if (isFree) Atomics.store(this.#stop, 0, 0);
    const id = this.#lastId + 1;
    const message: RequestMessage<unknown> = { id, request: task.request(id === 1) };
    try {
      this.#worker.postMessage(message);
    } catch (error) {
      throw new WorkerError('unsendable', error);
    }
    this.#lastId = id;
    this.#tasks.set(id, task);
    if (isFree) this.#worker.ref();
    if (this.#isReady) task.onBegin?.(this);
  }

  /** Takes away what it has not done: what it sends of it does not count. */
  takeTasks(): readonly Task[] {
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    return tasks;
  }

  stop(): void {
    Atomics.store(this.#stop, 0, 1);
  }

  async end({ isIdle = false } = {}): Promise<void> {
    this.#isEnding = true;
    this.#takesTasks = false;
    this.stop();
    await this.#worker.terminate({ isIdle });
  }

  #receive(message: ReplyMessage<never>): void {
    if (message === 'ready') {
      this.#isReady = true;
      for (const task of this.#tasks.values()) task.onBegin?.(this);
      this.#listener.onFree();
      return;
    }
    const task = this.#tasks.get(message.id);
    if (task === undefined) return;
    if ('part' in message) {
      task.onPart?.(message.part);
      return;
    }
    this.#tasks.delete(message.id);
    if (this.#tasks.size === 0) {
      this.#worker.unref();
      this.#idle.refresh();
    }
    task.resolve(message.result);
    this.#listener.onFree();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
