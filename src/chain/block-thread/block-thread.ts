import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Threads } from '../../primitives/threads.ts';
import { WorkerPool } from '../../scheduling/worker-pool.ts';
import { type TaskThread, WorkerError } from '../../scheduling/worker-task.ts';
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
  /** calls `serveBlocks` */
  readonly program: URL;
  /** megabytes of its heap */
  readonly memory: number;
  /** hash of the newest block, which all blocks under construction come after */
  readonly head: () => Hash;
  /** For a fork: fetches what the worker misses */
  readonly origin?: OriginSource | undefined;
  /** Called when the worker has ended unexpectedly; its work is repeated once. */
  readonly onRestart?: (error: BlockThreadError) => void;
};

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
 * - It starts with the first long work and ends when it is idle. No client's execution runs there.
 * - When it ends by itself, such as for want of memory, the work is repeated once in a new one, and then fails. The block
 *   under construction never sees a part of it.
 */
export class BlockThread {
  readonly #options: BlockThreadOptions;
  readonly #pool: WorkerPool<WorkMessage, WorkReply<unknown>>;
  /** the state of the block whose work was sent last */
  #latest: JournaledState | undefined;
  /** the state of the block that the worker holds, as of this snapshot */
  #held: { readonly state: JournaledState; readonly snapshot: number } | undefined;

  constructor(options: BlockThreadOptions) {
    const { threads, program, memory, dataFolder, known } = options;
    this.#options = options;
    this.#pool = new WorkerPool({
      ...{ name: 'of blocks', program, threads, heapMegabytes: memory, maxThreads: 1, repeatsOutOfMemory: true },
      data: { dataFolder, known } satisfies BlockThreadSettings,
    });
  }

  /** Executes a transaction on the state of the block, which must not change until it has ended. */
  execute(block: OpenBlock, { raw, sender, hash }: Transaction): RunningWork<PackedResult> {
    return this.#run(block, { type: 'transaction', raw, sender, hash });
  }

  /** Runs a hook of a module, likewise. */
  runHook(block: OpenBlock, hook: Omit<HookWork, 'type'>): RunningWork<PackedEvents> {
    return this.#run(block, { type: 'hook', ...hook });
  }

  /** To be called when the changes of the last work were applied to the state: the worker has done the same. */
  keep(state: JournaledState): void {
    if (this.#latest === state) this.#held = { state, snapshot: state.snapshot() };
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  #run<Result>(block: OpenBlock, work: WorkMessage['work']): RunningWork<Result> {
    let outcome: unknown = new BlockThreadError('the work has not ended');
    let thread: TaskThread | undefined;
    const owner = { network: 'blocks', connection: this, hasLeft: false };
    const ended = new Promise<void>((resolve) => {
      const end = (result: unknown) => {
        thread = undefined;
        outcome = result;
        resolve();
      };
      this.#pool.add({
        owner,
        request: (isFirst) => this.#message(block, work, isFirst),
        onBegin: (begun) => {
          thread = begun;
          if (owner.hasLeft) begun.stop();
        },
        onRepeat: (error) => {
          thread = undefined;
          this.#options.onRestart?.(this.#failure(error));
        },
        resolve: (reply) => end(this.#outcomeOf(reply)),
        reject: (error) => {
          if (error instanceof WorkerError && error.reason === 'closed') return; // nothing must be made of it any more
          end(error instanceof WorkerError ? this.#failure(error) : toError(error));
        },
      });
    });
    return {
      ended,
      take: () => {
        if (outcome instanceof Error) throw outcome;
        return outcome as ExecutedWork<Result>;
      },
      stop: () => {
        owner.hasLeft = true;
        thread?.stop();
      },
    };
  }

  #message({ environment, state }: OpenBlock, work: WorkMessage['work'], isFirst: boolean): WorkMessage {
    const held = this.#held?.state === state && !isFirst ? this.#held : undefined;
    this.#held = undefined;
    this.#latest = state;
    const { blockHash: _, ...data } = environment;
    return {
      parent: this.#options.head(),
      originReads: this.#options.origin?.stored ?? 0,
      environment: data,
      isNewBlock: held === undefined,
      changes: held === undefined ? state.changes() : state.changesSince(held.snapshot),
      work,
    };
  }

  #outcomeOf(reply: WorkReply<unknown>): unknown {
    switch (reply.type) {
      case 'executed':
        return reply;
      case 'unavailable':
        return unavailable(reply.read, this.#options.origin);
      case 'stopped':
        return new Error('what ran in the block thread was stopped');
      case 'failed':
        return toError(reply.error);
    }
  }

  #failure({ reason, message, cause }: WorkerError): BlockThreadError {
    const texts: Partial<Record<WorkerError['reason'], string>> = {
      memory: `the block thread has ended: it needs more memory than consensus.block-thread-memory, ${this.#options.memory} MB`,
      ended: 'the block thread has ended',
      unavailable: 'the system gives no block thread',
      unsendable: 'the block thread cannot be sent its work',
    };
    return new BlockThreadError(texts[reason] ?? message, { cause });
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
