import { setImmediate } from '../primitives/machine.ts';
import type { WorkerStatistics } from '../primitives/threads.ts';
import { FairQueue } from './fair-queue.ts';
import type { Owner } from './owner.ts';
import { type AnyTask, PooledWorker, type WorkerOptions } from './pooled-worker.ts';
import { WorkerError, type WorkerTask } from './worker-task.ts';

/** Tasks that wait for a thread, in the order in which they are served. A FairQueue is one. */
export interface TaskQueue<Task> {
  readonly length: number;
  /** Whether `shift` may have one. */
  readonly hasNext: boolean;
  push(task: Task): void;
  /** Undefined although `hasNext` is true: ask again in the next iteration of the event loop. */
  shift(): Task | undefined;
  /** Removes and rejects everything. */
  clear(error: unknown): void;
}

type PoolOptions<Task> = WorkerOptions & {
  readonly maxThreads: number;
  /** tasks that a thread has at a time: what it does, and what it does next; 1 by default */
  readonly tasksPerThread?: number;
  /** Without it, tasks wait by turns of their owners, without a limit. */
  readonly queue?: TaskQueue<Task>;
  /** Whether a task is repeated when its thread had not enough memory. */
  readonly repeatsOutOfMemory?: boolean;
};

/**
 * Threads that do tasks for the main thread. They start when they are needed, and end when they have been idle. A task
 * whose thread ends by itself is given to another one, once. When the system gives no thread, tasks wait for those that
 * run; without any they are rejected. A rejection by a WorkerError says nothing about the task: whoever needs the result
 * can do it in another way.
 */
export class WorkerPool<Request, Result, Task extends WorkerTask<Request, Result> = WorkerTask<Request, Result>> {
  readonly #options: PoolOptions<Task>;
  readonly #queue: TaskQueue<Task>;
  readonly #workers = new Set<PooledWorker<Task>>();
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  #ended = 0;
  #isClosed = false;
  #givesSoon = false;

  constructor(options: PoolOptions<Task>) {
    this.#options = options;
    this.#queue = options.queue ?? new FairQueue<Task>();
    options.threads.pools.set(options.name, this);
  }

  get statistics(): WorkerStatistics {
    let running = 0;
    for (const { load } of this.#workers) running += load;
    return { threads: this.#workers.size, running, waiting: this.#queue.length, ended: this.#ended };
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Threads that have loaded. */
  get ready(): number {
    let ready = 0;
    for (const { isReady } of this.#workers) if (isReady) ready++;
    return ready;
  }

  /** Tasks that threads which have loaded take at once. */
  get room(): number {
    let room = 0;
    for (const { isReady, load } of this.#workers) if (isReady) room += this.#tasksPerThread - load;
    return room;
  }

  get #tasksPerThread(): number {
    return this.#options.tasksPerThread ?? 1;
  }

  /** Starts threads until there are so many: they may soon be needed. */
  prepare(threads = 1): void {
    while (!this.#isClosed && this.#workers.size < threads && this.#start() !== undefined);
  }

  /** Has a thread do a task. */
  add(task: Task): void {
    if (this.#isClosed) {
      task.reject(new WorkerError('closed'));
      return;
    }
    this.#queue.push(task);
    this.#giveNext();
  }

  /** Has a thread respond to a request. Rejects as `WorkerTask.reject`. */
  run(this: WorkerPool<Request, Result>, request: Request, owner = this.#owner): Promise<Result> {
    return new Promise((resolve, reject) => this.add({ owner, request: () => request, resolve, reject }));
  }

  /** Rejects all tasks and ends all threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { name, threads } = this.#options;
    if (threads.pools.get(name) === this) threads.pools.delete(name);
    const error = new WorkerError('closed');
    const workers = [...this.#workers];
    this.#queue.clear(error);
    for (const task of workers.flatMap((worker) => worker.takeTasks())) task.reject(error);
    await Promise.all(workers.map((worker) => worker.end()));
  }

  #giveNext(): void {
    while (this.#queue.hasNext && !this.#isClosed) {
      const worker = this.#free();
      if (worker === undefined) break;
      const task = this.#queue.shift();
      if (task === undefined) {
        this.#giveNextSoon();
        break;
      }
      this.#give(worker, task);
    }
    if (this.#workers.size === 0 && !this.#isClosed) this.#queue.clear(new WorkerError('unavailable'));
  }

  #giveNextSoon(): void {
    if (this.#givesSoon) return;
    this.#givesSoon = true;
    setImmediate(() => {
      this.#givesSoon = false;
      this.#giveNext();
    });
  }

  #give(worker: PooledWorker<Task>, task: Task): void {
    try {
      worker.give(task);
    } catch (error) {
      task.reject(error);
    }
  }

  /** The thread that has loaded and has the fewest tasks, or a new one; undefined when all are busy. */
  #free(): PooledWorker<Task> | undefined {
    let free: PooledWorker<Task> | undefined;
    for (const worker of this.#workers) {
      if (!worker.takesTasks || worker.load >= this.#tasksPerThread) continue;
      if (free === undefined || rank(worker) < rank(free)) free = worker;
    }
    return free ?? this.#start();
  }

  /** Undefined when there are enough, or the system gives none. */
  #start(): PooledWorker<Task> | undefined {
    if (this.#workers.size >= this.#options.maxThreads) return undefined;
    const worker = PooledWorker.start<Task>(this.#options, {
      onFree: () => this.#giveNext(),
      onExit: (ended, tasks, error) => this.#follow(ended, tasks, error),
    });
    if (worker !== undefined) this.#workers.add(worker);
    return worker;
  }

  /** Repeats what a thread has left behind, before anything else. */
  #follow(worker: PooledWorker<Task>, tasks: readonly Task[], error: WorkerError): void {
    this.#workers.delete(worker);
    if (!worker.isEnding) this.#ended++;
    const isRepeatable = !worker.isEnding && (error.reason !== 'memory' || this.#options.repeatsOutOfMemory === true);
    for (const task of tasks) {
      if (isRepeatable && task.isRepeated !== true) this.#repeat(task, error);
      else task.reject(error);
    }
    this.#giveNext();
  }

  #repeat(task: Task, error: WorkerError): void {
    task.isRepeated = true;
    task.onRepeat?.(error);
    const worker = this.#free();
    if (worker === undefined) this.#queue.push(task);
    else this.#give(worker, task);
  }
}

/** Threads that are loading come after all others. */
function rank({ isReady, load }: Pick<PooledWorker<AnyTask>, 'isReady' | 'load'>): number {
  return isReady ? load : load + Number.MAX_SAFE_INTEGER / 2;
}
