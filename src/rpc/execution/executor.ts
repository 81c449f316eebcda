import { ExhaustedError } from '../../evm/instance/exhausted-error.ts';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { cacheOfCount } from '../../primitives/bounded-cache.ts';
import { elapsedMs } from '../../primitives/machine.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import { DroppedError } from '../../scheduling/owner.ts';
import { TextPieces } from '../dispatch/text-of-pieces.ts';
import { readAt } from '../evm-common/resolve-block.ts';
import type { JsonValue } from '../json-value.ts';
import type { NodeControl } from '../node-control.ts';
import { ownerOf } from '../owner-of.ts';
import { latest } from '../params/block-ref.ts';
import { maxInlineBytes } from './block-size.ts';
import { droppedError, outOfRoom } from './errors.ts';
import type { ExecutionKind, ExecutionNode, ExecutionRequest } from './execution-kind.ts';
import type { Caller, PrintListener } from './job.ts';
import { LongTexts } from './long-texts.ts';
import type { ExecutionPool } from './pool.ts';
import { runToEnd } from './run-to-end.ts';
import { TimeLimit } from './time-limit.ts';

/** Called when an execution fails, with what its client gets. */
export type FailureListener = (
  execution: { readonly kind: string; readonly request: ExecutionRequest },
  error: unknown,
) => void;

/** `pendingBlock`, `unfinishedBlock`: make these blocks, for executions on them. */
type ExecutorOptions = Pick<NodeControl, 'pendingBlock' | 'unfinishedBlock'> & {
  /** what executions on the main thread read */
  readonly node: ExecutionNode;
  readonly mainThread: MainThread;
  /** Without it, everything runs on the main thread. */
  readonly pool?: ExecutionPool | undefined;
  /** what executions on the main thread have printed */
  readonly onPrints?: PrintListener | undefined;
  readonly onFailed?: FailureListener | undefined;
  /** executions that wait for the main thread, for the error that names it */
  readonly maxWaiting: number;
  /** milliseconds of an execution on the main thread when there is no pool */
  readonly mainThreadMs?: number;
};

/** Milliseconds below which an execution is not counted: those of most calls. */
const negligibleMs = 0.5;
/** Cached keys of executions that took too long for the main thread. */
const maxLong = 1_000;
/** Gas of a module's call that takes five milliseconds at worst (docs/gas.md): a longer one runs in a thread. */
const maxNativeGas = 500_000n;
/** Bytes of logs of a call that are read in some milliseconds. */
const maxLogBytes = 128 * 1024;
/** The largest pieces of work on the main thread where there are others. */
const piecesHere = { maxNativeGas, maxLogBytes, maxBlockBytes: maxInlineBytes };
/** Milliseconds after which the main thread is tried again, unless one was short in a thread before. */
const longMs = 10_000;
/**
 * Milliseconds of a short kind on the main thread while no thread is ready: one needs a hundred or more to start, which
 * a call of five milliseconds now and then should not wait for.
 */
const inlineAloneMs = 15;

/** Milliseconds of an execution on the main thread when there are no threads. */
const defaultMainThreadMs = 100;

/** Runs executions for clients: short ones at once on the main thread, others in threads. */
export class Executor {
  /** makes long texts of what is read on the main thread */
  readonly texts: LongTexts;
  readonly #options: ExecutorOptions;
  /** Keyed by kind and request: executions that took longer than so many milliseconds of the main thread, and when */
  readonly #long = cacheOfCount<string, { readonly limit: number; readonly at: number }>(maxLong);

  constructor(options: ExecutorOptions) {
    const { maxWaiting, node, mainThread } = options;
    this.#options = options;
    this.texts = new LongTexts(mainThread, { maxWaiting, maxLength: node.limits.maxResponseBytes });
  }

  /** What executions on the main thread read. */
  get node(): ExecutionNode {
    return this.#options.node;
  }

  /**
   * Returns the result synchronously when the execution ends within the time of its kind on the main thread. Throws or
   * rejects with the errors of the kind, and with an RpcError when a limit is reached.
   */
  run<Q extends ExecutionRequest>(kind: ExecutionKind<Q>, request: Q, caller: Caller): MaybePromise<JsonValue> {
    const { onFailed } = this.#options;
    const run = () => readAt(this.#options, request.block ?? latest, () => this.#run(kind, request, caller));
    return onFailed === undefined ? run() : watched(run, (error) => onFailed({ kind: kind.name, request }, error));
  }

  #run<Q extends ExecutionRequest>(kind: ExecutionKind<Q>, request: Q, caller: Caller): MaybePromise<JsonValue> {
    const { pool, mainThread, maxWaiting } = this.#options;
    if (pool !== undefined && this.#isLong(kind, request, pool)) return this.#runInThread(kind, request, caller, pool);
    if (mainThread.isOpen('execution')) {
      const began = elapsedMs();
      try {
        return this.#runHere(kind, request, caller);
      } finally {
        const taken = elapsedMs() - began;
        if (taken >= negligibleMs) mainThread.charge('execution', taken);
      }
    }
    return new Promise((resolve, reject) => {
      const start = () => resolve(this.#runHere(kind, request, caller));
      mainThread.runLater('execution', ownerOf(caller), start, (error) =>
        reject(error instanceof DroppedError ? droppedError(caller.signal, maxWaiting) : error),
      );
    });
  }

  #runHere<Q extends ExecutionRequest>(kind: ExecutionKind<Q>, request: Q, caller: Caller): MaybePromise<JsonValue> {
    const { node, pool } = this.#options;
    const limit = pool === undefined ? this.#timeHere(kind, request) : inlineLimit(kind, pool);
    const prepare = (elapsed: number) => {
      if (elapsed > (kind.inlineMs ?? 0)) pool?.prepare(); // a thread loads while this runs
      return false;
    };
    const control = new TimeLimit(limit, prepare, pool === undefined ? undefined : piecesHere);
    try {
      const result =
        pool === undefined
          ? runToEnd(kind, node, request, control, limit, asJson)
          : asJson(kind.run(node, request, control));
      // a promise is not cached: whoever asks again sees again what is printed
      return this.#tellPrints(kind, request, control) ? Promise.resolve(result) : result;
    } catch (error) {
      if (error instanceof ExhaustedError) throw outOfRoom();
      if (pool === undefined || !(error instanceof ExecutionStoppedError)) {
        this.#tellPrints(kind, request, control);
        throw error;
      }
      if (kind.durationKey !== undefined)
        this.#long.set(kind.name + kind.durationKey(request), { limit, at: elapsedMs() });
      return this.#runInThread(kind, request, caller, pool);
    }
  }

  /**
   * One that is short there is tried here again: it may have taken long because its code was not compiled yet, or because
   * the system ran another program.
   */
  #runInThread<Q extends ExecutionRequest>(
    kind: ExecutionKind<Q>,
    request: Q,
    caller: Caller,
    pool: ExecutionPool,
  ): Promise<JsonValue> {
    const { durationKey, name, inlineMs = 0 } = kind;
    if (durationKey === undefined) return pool.run(kind, request, caller);
    return pool.run(kind, request, caller, (ranMs) => {
      if (ranMs <= inlineMs / 2) this.#long.delete(name + durationKey(request));
    });
  }

  /** Tells what the execution has printed; returns whether there was anything. */
  #tellPrints<Q extends ExecutionRequest>({ name }: ExecutionKind<Q>, request: Q, { prints }: TimeLimit): boolean {
    if (prints !== undefined) this.#options.onPrints?.({ kind: name, request }, prints);
    return prints !== undefined;
  }

  /** Whether this one, executions of its kind, or the last one with its key take too long for the main thread. */
  #isLong<Q extends ExecutionRequest>(kind: ExecutionKind<Q>, request: Q, pool: ExecutionPool): boolean {
    if (kind.isLarge?.(request) === true) return true;
    if (kind.inlineMs === undefined || kind.durationKey === undefined) return kind.inlineMs === undefined;
    if (this.#long.size === 0) return false; // making a key takes 0.5 µs, 2 % of a short call
    const last = this.#long.get(kind.name + kind.durationKey(request));
    return last !== undefined && last.limit >= inlineLimit(kind, pool) && elapsedMs() - last.at < longMs;
  }

  #timeHere<Q extends ExecutionRequest>({ timeout }: ExecutionKind<Q>, request: Q): number {
    const { node, mainThreadMs = defaultMainThreadMs } = this.#options;
    const own = timeout(node.limits, request);
    return own === 0 ? mainThreadMs : Math.min(own, mainThreadMs);
  }
}

/** The result of an execution on the main thread, which holds all of it. */
export function asJson(result: JsonValue | TextPieces): JsonValue {
  return result instanceof TextPieces ? result.joined() : result;
}

/** Milliseconds on the main thread, after which an execution restarts in a thread. */
function inlineLimit<Q extends ExecutionRequest>({ inlineMs = 0 }: ExecutionKind<Q>, pool: ExecutionPool): number {
  return pool.isReady ? inlineMs : inlineAloneMs;
}

/** Runs something and tells of its error, which who waits for the result gets, too. */
function watched<T>(run: () => MaybePromise<T>, tell: (error: unknown) => void): MaybePromise<T> {
  const failed = (error: unknown): never => {
    tell(error);
    throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
