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
 * - A kind of execution (`defineExecution`) is a function from data to JSON; rpc/evm-interface/executions.ts lists all. It
 *   runs to its end without a pause, wherever it runs, and asks its `control` about every millisecond whether to end.
 * - A request names one committed block, pinned by height and hash when it arrives. A worker reads the database through a
 *   snapshot of its own and follows when it is sent a newer head, so that it sees what the main thread saw.
 * - Waiting executions are started round-robin by client and connection. A worker runs one at a time.
 * - An execution ends when its time is up or its client has left: a cell of shared memory says so at the next slice of gas.
 *   A worker that does not react for `grace` milliseconds, or needs more memory than it may, is ended; the next execution
 *   starts another. An execution whose worker ended for no reason of its own is repeated once.
 * - Results come as JSON text, long ones in parts of 64 kB, so that the main thread never handles much at once.
 * - Workers start when they are needed and end after `quietTime` without an execution.
 */

import type { ChainRules } from '../../chain/environment.ts';
import type { ChainReader } from '../../chain/types.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import { latest } from '../params/block-ref.ts';
import type { Call, JsonText, LongText } from '../types.ts';
import { clientHasLeft, outOfMemory, tooManyWait } from './errors.ts';
import type { ExecutionKind, ExecutionRequest } from './execution-kind.ts';
import type { ExecutionMetrics } from './execution-metrics.ts';
import { FairQueue } from './fair-queue.ts';
import type { ExecutionMessage, PinnedBlock } from './protocol.ts';
import { ExecutionThread, ThreadEndedError, type ThreadOptions } from './thread.ts';

/** Who waits for an execution. */
export type Caller = Pick<Call, 'client' | 'signal'>;

export type PoolOptions = ThreadOptions & {
  readonly chain: ChainReader;
  /** most threads */
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

type Job = {
  readonly kind: Pick<ExecutionKind<never>, 'name' | 'timeout' | 'timedOut'>;
  readonly request: ExecutionRequest;
  readonly at: PinnedBlock;
  readonly signal: AbortSignal;
  readonly queuedAt: number;
  readonly resolve: (result: JsonText | LongText) => void;
  readonly reject: (error: unknown) => void;
  isRepeated: boolean;
};

const defaultQuietTime = 10_000;
const defaultGrace = 3_000;

/** Runs executions in worker threads. */
export class ExecutionPool {
  readonly #options: PoolOptions;
  readonly #waiting: FairQueue;
  readonly #threads = new Set<ExecutionThread>();
  /** idle threads, with the timer that ends each */
  readonly #idle = new Map<ExecutionThread, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#waiting = new FairQueue(options.maxWaiting);
  }

  get threadCount(): number {
    return this.#threads.size;
  }

  get queueLength(): number {
    return this.#waiting.length;
  }

  /** Throws or rejects with the errors of the kind, and with an RpcError when a limit is reached. */
  run<Q extends ExecutionRequest>(
    kind: ExecutionKind<Q>,
    request: Q,
    { client, signal }: Caller,
  ): Promise<JsonText | LongText> {
    if (signal.aborted) throw clientHasLeft();
    const { request: pinned, at } = pin(this.#options.chain, request);
    return new Promise((resolve, reject) => {
      const queuedAt = performance.now();
      const job: Job = { kind, request: pinned, at, signal, queuedAt, resolve, reject, isRepeated: false };
      const thread = this.#waiting.length === 0 ? this.#freeThread() : undefined;
      if (thread !== undefined) return this.#start(job, thread);
      this.#waiting.push({
        network: client.network,
        signal,
        start: () => this.#start(job, this.#freeThread() ?? this.#addThread()),
        reject: () => reject(tooManyWait(this.#options.maxWaiting)),
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  /** Undefined when all are busy. */
  #freeThread(): ExecutionThread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      return thread;
    }
    return this.#threads.size < this.#options.threads ? this.#addThread() : undefined;
  }

  #addThread(): ExecutionThread {
    const thread = new ExecutionThread(this.#options, (ended) => this.#remove(ended));
    this.#threads.add(thread);
    return thread;
  }

  #remove(thread: ExecutionThread): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    this.#threads.delete(thread);
    this.#startNext();
  }

  #start(job: Job, thread: ExecutionThread): void {
    const { chain, overrides, limits, metrics, grace = defaultGrace } = this.#options;
    const startedAt = performance.now();
    const timeout = job.kind.timeout(limits);
    let isEnded = false;
    const end = () => {
      isEnded = true;
      metrics?.restarted();
      void thread.end();
    };
    const timers = [...(timeout === 0 ? [] : [setTimeout(end, timeout + grace)])];
    const abort = () => {
      thread.stop();
      timers.push(setTimeout(end, grace));
    };
    job.signal.addEventListener('abort', abort, { once: true });
    const message: ExecutionMessage = {
      kind: job.kind.name,
      request: job.request,
      at: job.at,
      head: chain.head().hash,
      overrides: { ...overrides },
    };
    thread
      .run(message)
      .then(job.resolve, (error: unknown) => {
        if (!(error instanceof ThreadEndedError)) job.reject(error);
        else if (error.isOutOfMemory) job.reject(outOfMemory(this.#options.memory));
        else if (isEnded) job.reject(job.kind.timedOut(timeout));
        else this.#repeat(job, error);
      })
      .finally(() => {
        for (const timer of timers) clearTimeout(timer);
        job.signal.removeEventListener('abort', abort);
        metrics?.observe(job.kind.name, startedAt - job.queuedAt, performance.now() - startedAt);
        this.#release(thread);
      });
  }

  #repeat(job: Job, error: ThreadEndedError): void {
    if (job.isRepeated || job.signal.aborted || this.#isClosed) {
      job.reject(error);
      return;
    }
    job.isRepeated = true;
    this.#options.metrics?.restarted();
    this.#start(job, this.#freeThread() ?? this.#addThread());
  }

  /** Called when a thread has nothing to run. */
  #release(thread: ExecutionThread): void {
    if (!this.#threads.has(thread) || this.#isClosed) return;
    const timer = setTimeout(() => void thread.end(), this.#options.quietTime ?? defaultQuietTime);
    this.#idle.set(thread, timer.unref());
    this.#startNext();
  }

  #startNext(): void {
    if (this.#isClosed || (this.#idle.size === 0 && this.#threads.size >= this.#options.threads)) return;
    this.#waiting.shift()?.start();
  }
}

/** The request on a block that later blocks do not change. Throws an RpcError for a block that does not exist. */
function pin<Q extends ExecutionRequest>(
  chain: PoolOptions['chain'],
  request: Q,
): { readonly request: Q; readonly at: PinnedBlock } {
  const { block = latest } = request;
  const height = requireHeight(chain, block);
  const at = { height, hash: chain.header(height)?.hash ?? chain.head().hash };
  const isPending = block.by === 'tag' && block.tag === 'pending';
  return { request: isPending ? request : { ...request, block: { by: 'height', height } }, at };
}
