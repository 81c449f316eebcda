/*
 * Executions for clients, in threads of their own.
 *
 *   method ──▶ Executor.run(kind, request, call)          executor.ts    main thread
 *                │ often short: about a millisecond here, then again in a worker
 *                ▼
 *              ExecutionPool: WorkerPool of Jobs           pool.ts        main thread
 *                │ ExecutionMessage   ▲ ResultMessages     protocol.ts
 *                ▼                    │
 *              serveExecutions: kind.run(node, request)    worker.ts      worker
 *
 * - A kind of execution (`defineExecution`) is a function from data to JSON; rpc/evm-interface/executions.ts lists all.
 *   It runs to its end without a pause, wherever it runs, and checks with its `control` about every millisecond whether
 *   to end.
 * - A request names one committed block, pinned by height and hash when it arrives. A worker reads the database through
 *   a snapshot of its own and follows when it is sent a newer head, so that it sees what the main thread saw.
 * - An execution at `pending` gets that block as bytes; each thread decodes it once (`packed-block.ts`).
 * - Waiting executions are started round-robin by client and connection. A worker runs one at a time. While others
 *   wait, one thread more than `threads` serves those that take less than `shortTime`: a longer one restarts once a
 *   thread for long ones is free, so that a few endless executions keep nobody else waiting.
 * - An execution that is long by its kind (`isLong`: code of clients) never takes that one thread.
 * - An execution ends when its time is up or its client has left: a cell of shared memory says so at the next slice of
 *   gas. A worker that does not react for `graceMs`, or needs more memory than it may, is ended; the next
 *   execution starts another. An execution whose worker ended for no reason of its own is repeated once.
 * - Results come as JSON text, long ones in parts of 64 kB, so that the main thread never handles much at once.
 * - When the system gives no thread, executions wait for those that run; without any they are rejected.
 * - Workers start when they are needed, or when an execution on the main thread has taken long, and end when they are
 *   idle.
 */

import type { ChainRules } from '../../chain/environment.ts';
import type { JsonText } from '../../primitives/json-text.ts';
import type { Threads } from '../../primitives/threads.ts';
import { WorkerPool } from '../../scheduling/worker-pool.ts';
import type { LongText } from '../json-value.ts';
import { clientHasLeft, networkHasEnded } from './errors.ts';
import type { ExecutionKind, ExecutionRequest } from './execution-kind.ts';
import { ExecutionQueue } from './execution-queue.ts';
import { type Caller, Job, type JobListener, type JobOptions, pinExecution } from './job.ts';
import { BlockPacker } from './packed-block.ts';
import type { ExecutionMessage, ResultMessage, WorkerSettings } from './protocol.ts';

export type PoolOptions = JobOptions &
  WorkerSettings & {
    readonly starter: Threads;
    /** calls `serveExecutions` */
    readonly program: URL;
    /** threads for executions that take long; one more is for short ones */
    readonly threads: number;
    /** what a development network has set for its next block */
    readonly overrides: ChainRules['overrides'];
  };

/** Runs executions in worker threads. */
export class ExecutionPool {
  readonly #options: PoolOptions;
  readonly #waiting: ExecutionQueue;
  readonly #pool: WorkerPool<ExecutionMessage, ResultMessage, Job>;
  readonly #packer = new BlockPacker();
  /** those that a thread has, in the order in which they got it */
  readonly #running = new Set<Job>();
  readonly #listener: JobListener = {
    onGiven: (job) => {
      this.#running.add(job);
      const { chain, origin, overrides } = this.#options;
      const above = job.above && this.#packer.pack(job.above, chain.states[job.above]);
      return { head: chain.head().hash, originReads: origin?.stored ?? 0, overrides: { ...overrides }, above };
    },
    onLong: () => this.#makeRoom(),
    onLeft: (job) => void this.#running.delete(job),
    onStopped: (job) => this.#pool.add(job),
  };

  constructor(options: PoolOptions) {
    const { starter, program, dataFolder, known, limits, heapMegabytes, threads, maxWaiting } = options;
    this.#options = options;
    this.#waiting = new ExecutionQueue(maxWaiting, () => this.#runningLong().length < threads);
    this.#pool = new WorkerPool({
      ...{
        name: 'of executions',
        program,
        threads: starter,
        heapMegabytes,
        maxThreads: threads + 1,
        queue: this.#waiting,
      },
      data: { dataFolder, known, limits } satisfies WorkerSettings,
    });
  }

  get threadCount(): number {
    return this.#pool.statistics.threads;
  }

  get queueLength(): number {
    return this.#waiting.length;
  }

  /** Whether a thread has started, and serves an execution without further delay unless it is busy. */
  get isReady(): boolean {
    return this.#pool.ready > 0;
  }

  /** Starts a thread, unless there is one: an execution may soon need it. */
  prepare(): void {
    this.#pool.prepare();
  }

  /**
   * Throws or rejects with the errors of the kind, and with an RpcError when a limit is reached. `onShort` gets the
   * milliseconds that it ran, when its result is short.
   */
  run<Q extends ExecutionRequest>(
    kind: ExecutionKind<Q>,
    request: Q,
    caller: Caller,
    onShort?: (ranMs: number) => void,
  ): Promise<JsonText | LongText> {
    if (caller.signal.aborted) throw clientHasLeft();
    if (this.#pool.isClosed) throw networkHasEnded();
    const pinned = pinExecution(this.#options, kind, request);
    return new Promise((resolve, reject) => {
      this.#pool.add(new Job(pinned, caller, { resolve, reject, onShort }, this.#options, this.#listener));
      this.#makeRoom();
    });
  }

  /** Ends all threads; what runs or waits is rejected. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  #makeRoom(): void {
    if (this.#waiting.shortLength === 0) return;
    const long = this.#runningLong();
    if (long.length > this.#options.threads) long.findLast(({ isLong }) => !isLong)?.makeRoom();
  }

  #runningLong(): readonly Job[] {
    return [...this.#running].filter(({ isLong, hasRunLong }) => isLong || hasRunLong);
  }
}
