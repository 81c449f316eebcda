import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { GenerationalCache } from '../../primitives/generational-cache.ts';
import type { JsonValue } from '../types.ts';
import { droppedError } from './errors.ts';
import type { ExecutionKind, ExecutionNode, ExecutionRequest } from './execution-kind.ts';
import { InlineTurns } from './inline-turns.ts';
import type { Caller, ExecutionPool } from './pool.ts';
import { runToEnd } from './run-to-end.ts';
import { TimeLimit } from './time-limit.ts';

type ExecutorOptions = {
  /** what executions on the main thread read */
  readonly node: ExecutionNode;
  /** without it everything runs on the main thread */
  readonly pool?: ExecutionPool | undefined;
  /** executions that wait for the main thread */
  readonly maxWaiting: number;
  /** milliseconds of an execution on the main thread when there is no pool */
  readonly mainThreadTime?: number;
};

/** Cached keys of executions that took too long for the main thread, in each of two generations. */
const maxLong = 500;
/** Gas of a native call that takes some ten milliseconds at worst (docs/gas.md): a longer one runs in a thread. */
const maxNativeGas = 500_000n;
/** Milliseconds after which the main thread is tried again. */
const longTime = 10_000;

/** Milliseconds of an execution on the main thread when there are no threads. */
const defaultMainThreadTime = 100;

/** Runs executions for clients: short ones at once on the main thread, others in threads. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #turns: InlineTurns;
  /** by key: when executions took too long for the main thread */
  readonly #long = new GenerationalCache<string, number>(maxLong, () => 1);

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#turns = new InlineTurns(options.maxWaiting);
  }

  /** What executions on the main thread read. */
  get node(): ExecutionNode {
    return this.#options.node;
  }

  /**
   * Returns the result synchronously when the execution ends within the time of its kind on the main thread. Throws or rejects with
   * the errors of the kind, and with an RpcError when a limit is reached.
   */
  run<Q extends ExecutionRequest>(kind: ExecutionKind<Q>, request: Q, caller: Caller): JsonValue | Promise<JsonValue> {
    const { pool, maxWaiting } = this.#options;
    if (pool !== undefined && this.#isLong(kind, request)) return pool.run(kind, request, caller);
    if (this.#turns.isOpen) return this.#runHere(kind, request, caller);
    return new Promise((resolve, reject) =>
      this.#turns.enqueue({
        network: caller.client.network,
        signal: caller.signal,
        start: () => {
          try {
            resolve(this.#runHere(kind, request, caller));
          } catch (error) {
            reject(error);
          }
        },
        reject: () => reject(droppedError(caller.signal, maxWaiting)),
      }),
    );
  }

  #runHere<Q extends ExecutionRequest>(
    kind: ExecutionKind<Q>,
    request: Q,
    caller: Caller,
  ): JsonValue | Promise<JsonValue> {
    const { node, pool } = this.#options;
    const limit = pool === undefined ? this.#timeHere(kind, request) : (kind.inlineTime ?? 0);
    const control = new TimeLimit(limit, undefined, pool === undefined ? undefined : maxNativeGas);
    try {
      if (pool === undefined) return runToEnd(kind, node, request, control, limit);
      return kind.run(node, request, control);
    } catch (error) {
      if (pool === undefined || !(error instanceof ExecutionStoppedError)) throw error;
      if (kind.likeness !== undefined) this.#long.set(kind.name + kind.likeness(request), performance.now());
      return pool.run(kind, request, caller);
    } finally {
      this.#turns.charge(control.elapsed());
    }
  }

  /** Whether executions of this kind, or the last one with this key, take too long for the main thread. */
  #isLong<Q extends ExecutionRequest>({ name, inlineTime, likeness }: ExecutionKind<Q>, request: Q): boolean {
    if (inlineTime === undefined || likeness === undefined) return inlineTime === undefined;
    const last = this.#long.get(name + likeness(request));
    return last !== undefined && performance.now() - last < longTime;
  }

  #timeHere<Q extends ExecutionRequest>({ timeout }: ExecutionKind<Q>, request: Q): number {
    const { node, mainThreadTime = defaultMainThreadTime } = this.#options;
    const own = timeout(node.limits, request);
    return own === 0 ? mainThreadTime : Math.min(own, mainThreadTime);
  }
}
