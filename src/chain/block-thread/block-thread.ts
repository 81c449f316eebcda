import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Threads } from '../../primitives/threads.ts';
import { type OriginSource, unavailable } from '../../state/origin-state.ts';
import type { JournaledState } from '../../state/world-state.ts';
import { BlockThreadError } from './block-thread-error.ts';
import type {
  BlockThreadSettings,
  ExecutedWork,
  HookWork,
  PackedEvents,
  PackedResult,
  WorkMessage,
  WorkReply,
} from './protocol.ts';

type BlockThreadOptions = Pick<BlockThreadSettings, 'dataFolder' | 'known'> & {
  readonly threads: Threads;
  /** of a GuardedWorker; it calls `serveBlocks` */
  readonly program: URL;
  /** megabytes of its heap */
  readonly memory: number;
  /** hash of the newest block, which all blocks under construction come after */
  readonly head: () => Hash;
  /** of a fork: fetches what the worker misses */
  readonly origin?: OriginSource | undefined;
  /** Called when the worker has ended unexpectedly; its work is repeated once. */
  readonly onRestart?: (error: BlockThreadError) => void;
  /** milliseconds without work after which the worker ends */
  readonly quietTime?: number;
};

/** A block under construction. */
type OpenBlock = { readonly environment: BlockEnvironment; readonly state: JournaledState };

/** A transaction or a hook in the block thread. */
type RunningWork<Result> = {
  /** Resolves when it has ended in any way; never when the thread was closed. */
  readonly ended: Promise<void>;
  /** The result. Throws a BlockThreadError, the internal error of the thread, and a StateUnavailableError of a fork. */
  take(): ExecutedWork<Result>;
  /** Ends it, because its result is not needed any more. No other work is affected. */
  stop(): void;
};

const defaultQuietTime = 5_000;

/**
 * Executes long transactions and hooks of blocks in a worker thread of its own, one after the other, so that the main
 * thread serves clients meanwhile.
 *
 *   appendNext ─► execute: parent, environment, changes of the block so far, transaction ─► serveBlocks
 *        ▲                                                                                       │
 *        └── appendExecuted ◄── result, logs, changes of the state ◄─────────────────────────────┘
 *
 * - The worker reads the database through its own snapshot of the parent, and keeps the state of the block between two
 *   pieces of work: it is sent only what has changed since (`keep`), or everything when it holds another block.
 * - It starts with the first long work and ends after `quietTime`. No client's execution runs there.
 * - When it ends by itself, such as for want of memory, the work is repeated once in a new one, and then fails. The block
 *   under construction never sees a part of it.
 */
export class BlockThread {
  readonly #options: BlockThreadOptions;
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #worker: GuardedWorker | undefined;
  #quietTimer: NodeJS.Timeout | undefined;
  /** the state of the block that the worker holds, as of this snapshot */
  #held: { readonly state: JournaledState; readonly snapshot: number } | undefined;
  #queue: Promise<void> = Promise.resolve();
  #running: WorkMessage['work'] | undefined;
  #isClosed = false;

  constructor(options: BlockThreadOptions) {
    this.#options = options;
  }

  /** Executes a transaction on the state of the block, which must not change until it has ended. */
  execute(block: OpenBlock, { raw, sender, hash }: Transaction): RunningWork<PackedResult> {
    return this.#enqueue(block, { type: 'transaction', raw, sender, hash });
  }

  /** Runs a hook of a module, likewise. */
  runHook(block: OpenBlock, hook: Omit<HookWork, 'type'>): RunningWork<PackedEvents> {
    return this.#enqueue(block, { type: 'hook', ...hook });
  }

  #enqueue<Result>(block: OpenBlock, work: WorkMessage['work']): RunningWork<Result> {
    let outcome: ExecutedWork<Result> | Error = new BlockThreadError('the work has not ended');
    let isStopped = false;
    const run = async () => {
      if (isStopped) return;
      this.#running = work;
      if (!this.#isClosed) Atomics.store(this.#stop, 0, 0); // what was stopped before has ended
      outcome = await this.#repeated<Result>(block, work).catch((error: unknown) => toError(error));
      this.#running = undefined;
      if (this.#isClosed) await new Promise(() => {}); // the result must not be used any more
    };
    const ended = this.#queue.then(run);
    this.#queue = ended;
    return {
      ended,
      take: () => {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      stop: () => {
        isStopped = true;
        if (this.#running === work) this.#stopRunning();
      },
    };
  }

  /** To be called when the changes of the last work were applied to the state: the worker has done the same. */
  keep(state: JournaledState): void {
    if (this.#worker !== undefined) this.#held = { state, snapshot: state.snapshot() };
  }

  #stopRunning(): void {
    Atomics.store(this.#stop, 0, 1);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#quietTimer);
    this.#stopRunning();
    await this.#worker?.terminate();
  }

  async #repeated<Result>(block: OpenBlock, work: WorkMessage['work']): Promise<ExecutedWork<Result>> {
    try {
      return await this.#once(block, work);
    } catch (error) {
      if (this.#isClosed || !(error instanceof BlockThreadError)) throw error;
      this.#options.onRestart?.(error);
      return await this.#once(block, work);
    }
  }

  async #once<Result>({ environment, state }: OpenBlock, work: WorkMessage['work']): Promise<ExecutedWork<Result>> {
    clearTimeout(this.#quietTimer);
    const held = this.#held?.state === state && this.#worker !== undefined ? this.#held : undefined;
    this.#held = undefined;
    const { blockHash: _, ...data } = environment;
    const reply = await this.#ask<Result>({
      parent: this.#options.head(),
      originReads: this.#options.origin?.stored ?? 0,
      environment: data,
      isNewBlock: held === undefined,
      changes: held === undefined ? state.changes() : state.changesSince(held.snapshot),
      work,
    });
    this.#quietTimer = setTimeout(() => void this.#endWorker(), this.#options.quietTime ?? defaultQuietTime).unref();
    if (reply.type === 'executed') return reply;
    if (reply.type === 'unavailable') throw unavailable(reply.read, this.#options.origin);
    throw reply.type === 'failed' ? reply.error : new Error('what ran in the block thread was stopped');
  }

  /** Rejects with a BlockThreadError when the worker ends before it has replied. */
  #ask<Result>(message: WorkMessage): Promise<WorkReply<Result>> {
    if (this.#isClosed) return Promise.reject(new BlockThreadError('the block thread is closed'));
    const worker = this.#worker ?? this.#startWorker();
    if (worker === undefined) return Promise.reject(new BlockThreadError('the system gives no block thread'));
    return new Promise((resolve, reject) => {
      let cause: unknown;
      const onError = (error: unknown) => {
        cause = error;
      };
      const onMessage = (reply: WorkReply<Result>) => {
        worker.off('error', onError).off('exit', onExit);
        worker.unref();
        resolve(reply);
      };
      const onExit = () => reject(endedError(cause, this.#options.memory));
      try {
        worker.postMessage(message);
      } catch (error) {
        return reject(new BlockThreadError('the block thread cannot be sent its work', { cause: error }));
      }
      worker.once('message', onMessage).once('error', onError).once('exit', onExit);
      worker.ref();
    });
  }

  #startWorker(): GuardedWorker | undefined {
    const { threads, program, dataFolder, known, memory } = this.#options;
    const workerData: BlockThreadSettings = { dataFolder, known, stop: this.#stop };
    const resourceLimits = { maxOldGenerationSizeMb: memory };
    const worker = threads.start('of blocks', program, { workerData, resourceLimits });
    worker?.once('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#held = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  async #endWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#held = undefined;
    await worker?.terminate({ isIdle: true });
  }
}

function endedError(cause: unknown, memory: number): BlockThreadError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const isOutOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = isOutOfMemory ? `: it needs more memory than consensus.block-thread-memory, ${memory} MB` : '';
  return new BlockThreadError(`the block thread has ended${reason}`, { cause });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
