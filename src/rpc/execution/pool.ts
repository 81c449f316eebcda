/*
 * Executions for clients, in threads of their own.
 *
 *   method ──▶ Executor.run(kind, request, call)          executor.ts    main thread
 *                │ often short: about a millisecond here, then anew in a worker
 *                ▼
 *              ExecutionPool: FairQueue, threads           pool.ts        main thread
 *                │ ExecutionMessage   ▲ ResultMessages     protocol.ts
 *                ▼                    │
 *              serveExecutions: kind.run(node, request)    worker.ts      worker
 *
 * - A kind of execution (`defineExecution`) is a function from data to JSON; rpc/evm-interface/executions.ts lists all.
 *   It runs to its end without a pause, wherever it runs, and checks with its `control` about every millisecond whether
 *   to end.
 * - A request names one committed block, pinned by height and hash when it arrives. A worker reads the database through
 *   a snapshot of its own and follows when it is sent a newer head, so that it sees what the main thread saw.
 * - Waiting executions are started round-robin by client and connection. A worker runs one at a time. While others
 *   wait, one thread more than `threads` serves those that take less than `shortTime`: a longer one begins anew once a
 *   thread for long ones is free, so that a few endless executions keep nobody else waiting.
 * - An execution that is long by its kind (`isLong`: code of clients) never takes that one thread.
 * - An execution ends when its time is up or its client has left: a cell of shared memory says so at the next slice of
 *   gas. A worker that does not react for `grace` milliseconds, or needs more memory than it may, is ended; the next
 *   execution starts another. An execution whose worker ended for no reason of its own is repeated once.
 * - Results come as JSON text, long ones in parts of 64 kB, so that the main thread never handles much at once.
 * - When the system gives no thread, executions wait for those that run; without any they are rejected.
 * - Workers start when they are needed, or when an execution on the main thread has taken long, and end after
 *   `quietTime` without an execution.
 */

import type { ChainRules } from '../../chain/environment.ts';
import type { ChainReader } from '../../chain/types.ts';
import type { JsonText } from '../../primitives/json-text.ts';
import { FairQueue, type QueueEntry } from '../../scheduling/fair-queue.ts';
import type { LongText } from '../json-value.ts';
import type { Call } from '../session.ts';
import { clientHasLeft, droppedError, networkHasEnded, noThread, outOfMemory, threadsHaveEnded } from './errors.ts';
import type { ExecutionKind, ExecutionRequest } from './execution-kind.ts';
import type { ExecutionMetrics } from './execution-metrics.ts';
import { createJob, type Job } from './job.ts';
import { ExecutionThread, StoppedError, ThreadEndedError, type ThreadOptions } from './thread.ts';

/** The client that waits for an execution. */
export type Caller = Pick<Call, 'client' | 'signal'> & Partial<Pick<Call, 'unread'>>;

export type PoolOptions = ThreadOptions & {
  readonly chain: ChainReader;
  /** threads for executions that take long; one more is for short ones */
  readonly threads: number;
  /** executions that wait for a thread */
  readonly maxWaiting: number;
  /** what a development network has set for its next block */
  readonly overrides: ChainRules['overrides'];
  /** milliseconds without an execution after which a thread ends */
  readonly quietTime?: number;
  /** milliseconds in which a thread must end an execution that is to stop */
  readonly grace?: number;
  readonly metrics?: ExecutionMetrics | undefined;
};

/** An execution that waits for a thread. */
type WaitingJob = QueueEntry & { readonly job: Job };

const defaultQuietTime = 5_000;
const defaultGrace = 3_000;
/** Milliseconds after which an execution is long. */
const shortTime = 250;

/** Runs executions in worker threads. */
export class ExecutionPool {
  readonly #options: PoolOptions;
  readonly #waiting: FairQueue<WaitingJob>;
  /** executions that were stopped because they take long */
  readonly #waitingLong: FairQueue<WaitingJob>;
  readonly #threads = new Set<ExecutionThread>();
  readonly #running = new Map<ExecutionThread, Job>();
  /** idle threads, with the timer that ends each */
  readonly #idle = new Map<ExecutionThread, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#waiting = new FairQueue<WaitingJob>(options.maxWaiting);
    this.#waitingLong = new FairQueue<WaitingJob>(options.maxWaiting);
  }

  get threadCount(): number {
    return this.#threads.size;
  }

  get queueLength(): number {
    return this.#waiting.length + this.#waitingLong.length;
  }

  /** Whether a thread has started, and serves an execution without further delay unless it is busy. */
  get isReady(): boolean {
    for (const { isReady } of this.#threads) if (isReady) return true;
    return false;
  }

  /** Starts a thread, unless there is one: an execution may soon need it. */
  prepare(): void {
    const thread = this.#threads.size === 0 && !this.#isClosed ? this.#addThread() : undefined;
    if (thread !== undefined) this.#release(thread);
  }

  /** Throws or rejects with the errors of the kind, and with an RpcError when a limit is reached. */
  run<Q extends ExecutionRequest>(kind: ExecutionKind<Q>, request: Q, caller: Caller): Promise<JsonText | LongText> {
    if (caller.signal.aborted) throw clientHasLeft();
    if (this.#isClosed) throw networkHasEnded(); // nothing would start it
    return new Promise((resolve, reject) => {
      const { chain, limits } = this.#options;
      const job = createJob(chain, kind, request, caller, limits, { resolve, reject });
      const queue = job.isLong ? this.#waitingLong : this.#waiting;
      const thread = queue.length === 0 && this.#mayStart(job) ? this.#freeThread() : undefined;
      if (thread !== undefined) this.#start(job, thread);
      else if (this.#threads.size > 0) this.#enqueue(job, queue);
      else job.reject(noThread());
      this.#makeRoom();
    });
  }

  /** Ends all threads; what runs or waits is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear(networkHasEnded());
    this.#waitingLong.clear(networkHasEnded());
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #enqueue(job: Job, queue: FairQueue<WaitingJob>): void {
    queue.push({
      job,
      owner: job.owner,
      reject: () => job.reject(this.#isClosed ? networkHasEnded() : droppedError(job.signal, this.#options.maxWaiting)),
    });
  }

  #mayStart({ isLong }: Job): boolean {
    return !isLong || this.#runningLong().length < this.#options.threads;
  }

  /** Undefined when all are busy. */
  #freeThread(): ExecutionThread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      return thread;
    }
    return this.#threads.size > this.#options.threads ? undefined : this.#addThread();
  }

  /** Undefined when the system gives none. */
  #addThread(): ExecutionThread | undefined {
    const thread = ExecutionThread.start(this.#options, (ended) => this.#remove(ended));
    if (thread !== undefined) this.#threads.add(thread);
    return thread;
  }

  /** Waits for the threads that run when the system gives no further one. */
  #startAnywhere(job: Job): void {
    const thread = this.#freeThread() ?? this.#addThread();
    if (thread !== undefined) this.#start(job, thread);
    else if (this.#threads.size > 0) this.#enqueue(job, job.isLong ? this.#waitingLong : this.#waiting);
    else job.reject(noThread());
  }

  #remove(thread: ExecutionThread): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#threads.delete(thread);
    this.#running.delete(thread);
    this.#startNext();
    while (this.#threads.size === 0 && this.queueLength > 0 && !this.#isClosed) this.#startNext(); // they are rejected
  }

  #start(job: Job, thread: ExecutionThread): void {
    const { chain, overrides, origin, metrics, grace = defaultGrace } = this.#options;
    const { timeout } = job;
    const end = () => {
      job.isEnded = true;
      void thread.end();
    };
    const timers: NodeJS.Timeout[] = [];
    const abort = () => {
      thread.stop();
      timers.push(setTimeout(end, grace));
    };
    const begin = () => {
      job.startedAt = performance.now();
      timers.push(setTimeout(() => this.#makeRoom(), shortTime + 1));
      if (timeout > 0) timers.push(setTimeout(end, timeout + grace));
      if (job.signal.aborted) abort();
      else job.signal.addEventListener('abort', abort, { once: true });
    };
    this.#running.set(thread, job);
    thread
      .run(
        { ...job.message, head: chain.head().hash, originReads: origin?.stored ?? 0, overrides: { ...overrides } },
        begin,
        job.arriving,
      )
      .then(job.resolve, (error: unknown) => this.#fail(job, error))
      .finally(() => {
        for (const timer of timers) clearTimeout(timer);
        job.signal.removeEventListener('abort', abort);
        const now = performance.now();
        metrics?.observe(job.kind, Math.min(job.startedAt, now) - job.queuedAt, Math.max(now - job.startedAt, 0));
        this.#running.delete(thread);
        this.#release(thread);
      });
  }

  #fail(job: Job, error: unknown): void {
    if (error instanceof ThreadEndedError && !this.#isClosed) this.#options.metrics?.restarted(job.kind);
    const isOver = error instanceof StoppedError || error instanceof ThreadEndedError;
    if (!isOver) job.reject(error);
    else if (job.signal.aborted) job.reject(clientHasLeft());
    else if (this.#isClosed) job.reject(networkHasEnded());
    else if (error instanceof ThreadEndedError && error.isOutOfMemory) job.reject(outOfMemory(this.#options.memory));
    else if (job.isEnded) job.reject(job.timedOut());
    else if (error instanceof StoppedError) {
      job.isLong = true;
      this.#enqueue(job, this.#waitingLong);
    } else if (job.isRepeated) job.reject(threadsHaveEnded());
    else {
      job.isRepeated = true;
      this.#startAnywhere(job);
    }
  }

  /** Stops the youngest long execution when others wait and all threads run long ones. */
  #makeRoom(): void {
    if (this.#waiting.length === 0) return;
    const long = this.#runningLong();
    if (long.length <= this.#options.threads) return;
    const [thread] = long.findLast(([, job]) => !job.isLong) ?? [];
    thread?.stop();
  }

  /** Called when a thread has nothing to run. */
  #release(thread: ExecutionThread): void {
    if (!this.#threads.has(thread) || thread.isEnding || this.#isClosed) return;
    const end = () => {
      this.#idle.delete(thread);
      void thread.end({ isIdle: true });
    };
    this.#idle.set(thread, setTimeout(end, this.#options.quietTime ?? defaultQuietTime).unref());
    this.#startNext();
  }

  #startNext(): void {
    if (this.#isClosed || (this.#idle.size === 0 && this.#threads.size > this.#options.threads)) return;
    const next = this.#runningLong().length < this.#options.threads ? this.#waitingLong.shift() : undefined;
    const { job } = next ?? this.#waiting.shift() ?? {};
    if (job !== undefined) this.#startAnywhere(job);
  }

  #runningLong(): readonly (readonly [ExecutionThread, Job])[] {
    const startedBefore = performance.now() - shortTime;
    return [...this.#running].filter(([, job]) => job.isLong || job.startedAt < startedBefore);
  }
}
