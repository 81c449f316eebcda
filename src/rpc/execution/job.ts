import type { ChainReader } from '../../chain/types.ts';
import type { Prints } from '../../kernel/prints.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { clearTimeout, elapsedMs, setTimeout, type Timer } from '../../primitives/machine.ts';
import { DroppedError, type Owner } from '../../scheduling/owner.ts';
import { type TaskThread, WorkerError, type WorkerTask } from '../../scheduling/worker-task.ts';
import { type OriginSource, unavailable } from '../../state/origin-state.ts';
import { aboveHead, requireHeight } from '../evm-common/resolve-block.ts';
import { LongText } from '../json-value.ts';
import { ownerOf } from '../owner-of.ts';
import { latest } from '../params/block-ref.ts';
import { RpcError } from '../rpc-error.ts';
import type { ArrivingResult, Call } from '../session.ts';
import { clientHasLeft, droppedError, networkHasEnded, noThread, outOfMemory, threadsHaveEnded } from './errors.ts';
import type { ExecutionKind, ExecutionLimits, ExecutionRequest } from './execution-kind.ts';
import type { ExecutionMetrics } from './execution-metrics.ts';
import type { ExecutionMessage, ResultMessage } from './protocol.ts';

/** The client that waits for an execution. */
export type Caller = Pick<Call, 'client' | 'signal'> & Partial<Pick<Call, 'unread'>>;

/** Called when an execution that has printed ends. */
export type PrintListener = (
  execution: { readonly kind: string; readonly request: ExecutionRequest },
  prints: Prints,
) => void;

/** What all executions of a node have in common. */
export type JobOptions = {
  readonly onPrints?: PrintListener | undefined;
  readonly chain: ChainReader;
  readonly limits: ExecutionLimits;
  /** For a fork: fetches data that a thread lacks */
  readonly origin?: OriginSource | undefined;
  /** megabytes of the heap of a thread */
  readonly heapMegabytes: number;
  /** executions that wait for a thread */
  readonly maxWaiting: number;
  /** milliseconds in which a thread must end an execution that is to stop */
  readonly graceMs?: number;
  readonly metrics?: ExecutionMetrics | undefined;
};

/** What a job tells its pool. */
export type JobListener = {
  /** A thread gets it. Returns what is up to date then. */
  onGiven(job: Job): Pick<ExecutionMessage, 'head' | 'originReads' | 'overrides' | 'above'>;
  /** It takes long by now. */
  onLong(): void;
  /** No thread has it any more. */
  onLeft(job: Job): void;
  /** It was stopped for others, and waits again. */
  onStopped(job: Job): void;
};

/** `onShort` gets the milliseconds that an execution with a short result ran, when it has ended. */
type Settle = {
  readonly resolve: (result: JsonText | LongText) => void;
  readonly reject: (error: unknown) => void;
  readonly onShort?: ((ranMs: number) => void) | undefined;
};

const defaultGraceMs = 3_000;
/** Milliseconds after which an execution is long. */
const shortMs = 250;

/** An execution on a block that later blocks do not change. */
type PinnedExecution = {
  readonly message: Pick<ExecutionMessage, 'kind' | 'request' | 'at'>;
  /** milliseconds that it may run; 0 for no limit */
  readonly timeoutMs: number;
  /** the error when it ran longer */
  readonly timedOut: () => RpcError;
  /** It takes long by its kind. */
  readonly isLong: boolean;
  /** the block above the head that it runs on; undefined: one of the chain */
  readonly above: ReturnType<typeof aboveHead>;
};

/** Pins a request to a block. Throws an RpcError for a block that does not exist. */
export function pinExecution<Q extends ExecutionRequest>(
  { chain, limits }: Pick<JobOptions, 'chain' | 'limits'>,
  kind: ExecutionKind<Q>,
  request: Q,
): PinnedExecution {
  const { block = latest } = request;
  const height = requireHeight(chain, block);
  const at = { height, hash: chain.header(height)?.hash ?? chain.head().hash };
  const above = aboveHead(block);
  const pinned: ExecutionRequest = above !== undefined ? request : { ...request, block: { by: 'height', height } };
  const timeoutMs = kind.timeout(limits, request);
  return {
    message: { kind: kind.name, request: pinned, at },
    timeoutMs,
    timedOut: () => kind.timedOut(timeoutMs, request),
    isLong: kind.isLong?.(request) ?? false,
    above,
  };
}

/** An execution that waits for a thread or runs in one. */
export class Job implements WorkerTask<ExecutionMessage, ResultMessage> {
  readonly owner: Owner;
  isRepeated = false;
  /** It takes long by its kind, or was stopped once because it took long: it is not stopped again. */
  isLong: boolean;
  readonly #execution: PinnedExecution;
  readonly #signal: AbortSignal;
  /** counts the parts of its result */
  readonly #arriving: ArrivingResult | undefined;
  readonly #options: JobOptions;
  readonly #listener: JobListener;
  readonly #settle: Settle;
  readonly #queuedAt = elapsedMs();
  readonly #abort = () => this.#stopForGood();
  /** A thread has it. */
  #isGiven = false;
  /** the one that has begun with it */
  #thread: TaskThread | undefined;
  #startedAt = Number.POSITIVE_INFINITY;
  #timers: Timer[] = [];
  #parts: Uint8Array[] = [];
  /** There is no room for a part of its result, which is not wanted any more. */
  #fault: RpcError | undefined;
  /** Its thread did not respond and was ended. */
  #isEnded = false;

  constructor(execution: PinnedExecution, caller: Caller, settle: Settle, options: JobOptions, listener: JobListener) {
    this.owner = ownerOf(caller);
    this.isLong = execution.isLong;
    this.#execution = execution;
    this.#signal = caller.signal;
    this.#arriving = caller.unread?.arriving();
    this.#settle = settle;
    this.#options = options;
    this.#listener = listener;
  }

  /** The block above the head that it runs on. */
  get above(): PinnedExecution['above'] {
    return this.#execution.above;
  }

  /** Whether it has run for long. */
  get hasRunLong(): boolean {
    return this.#startedAt < elapsedMs() - shortMs;
  }

  /** Has it end for others, which wait: it restarts where long ones run. */
  makeRoom(): void {
    this.#thread?.stop();
  }

  request(): ExecutionMessage {
    this.#isGiven = true;
    return { ...this.#execution.message, ...this.#listener.onGiven(this) };
  }

  onBegin(thread: TaskThread): void {
    this.#thread = thread;
    this.#startedAt = elapsedMs();
    this.#after(shortMs + 1, () => this.#listener.onLong());
    if (this.#execution.timeoutMs > 0)
      this.#after(this.#execution.timeoutMs + this.#grace, () => this.#endThread(thread));
    if (this.#signal.aborted) this.#abort();
    else this.#signal.addEventListener('abort', this.#abort, { once: true });
  }

  /** Without room for the part the rest is not made, and what there is of it is dropped at once. */
  onPart(part: Uint8Array): void {
    if (this.#fault !== undefined) return;
    this.#fault = this.#arriving?.add(part.length);
    if (this.#fault === undefined) this.#parts.push(part);
    else {
      this.#parts = [];
      this.#arriving?.release();
      this.#thread?.stop();
    }
  }

  onRepeat(): void {
    this.#options.metrics?.restarted(this.#execution.message.kind);
    this.#leave();
  }

  resolve(message: ResultMessage): void {
    const parts = this.#parts;
    this.#leave();
    const { onPrints } = this.#options;
    if ('prints' in message && message.prints !== undefined) onPrints?.(this.#execution.message, message.prints);
    if (message.type === 'text') this.#settle.onShort?.(message.ranMs);
    if (this.#fault !== undefined) this.#settle.reject(this.#fault);
    else if (message.type === 'text') this.#settle.resolve(new JsonText(message.text));
    else if (message.type === 'end') this.#settle.resolve(longText(parts));
    else if (message.type === 'unavailable') this.#settle.reject(unavailable(message.read, this.#options.origin));
    else if (message.type === 'unexpected') this.#settle.reject(message.error);
    else if (message.type === 'error') this.#settle.reject(new RpcError(message.code, message.message, message.data));
    else if (this.#signal.aborted) this.#settle.reject(clientHasLeft());
    else if (this.#isEnded) this.#settle.reject(this.#execution.timedOut());
    else {
      this.isLong = true;
      this.#listener.onStopped(this);
    }
  }

  reject(error: unknown): void {
    if (this.#isGiven && error instanceof WorkerError && error.reason !== 'closed')
      this.#options.metrics?.restarted(this.#execution.message.kind);
    this.#leave();
    this.#settle.reject(this.#explain(error));
  }

  #explain(error: unknown): unknown {
    const { heapMegabytes, maxWaiting } = this.#options;
    if (error instanceof DroppedError) return droppedError(this.#signal, maxWaiting);
    if (!(error instanceof WorkerError)) return error;
    if (this.#signal.aborted) return clientHasLeft();
    switch (error.reason) {
      case 'closed':
        return networkHasEnded();
      case 'unavailable':
        return noThread();
      case 'memory':
        return outOfMemory(heapMegabytes);
      case 'ended':
        return this.#isEnded ? this.#execution.timedOut() : threadsHaveEnded();
      case 'unsendable':
        return error.cause;
    }
  }

  get #grace(): number {
    return this.#options.graceMs ?? defaultGraceMs;
  }

  #after(milliseconds: number, run: () => void): void {
    this.#timers.push(setTimeout(run, milliseconds));
  }

  /** Its client has left. */
  #stopForGood(): void {
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.stop();
    this.#after(this.#grace, () => this.#endThread(thread));
  }

  #endThread(thread: TaskThread): void {
    this.#isEnded = true;
    void thread.end();
  }

  /** No thread has it any more. */
  #leave(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#signal.removeEventListener('abort', this.#abort);
    const now = elapsedMs();
    const startedAt = Math.min(this.#startedAt, now);
    if (this.#isGiven)
      this.#options.metrics?.observe(this.#execution.message.kind, startedAt - this.#queuedAt, now - startedAt);
    this.#isGiven = false;
    this.#timers = [];
    this.#parts = [];
    this.#arriving?.release();
    this.#thread = undefined;
    this.#startedAt = Number.POSITIVE_INFINITY;
    this.#listener.onLeft(this);
  }
}

function longText(parts: readonly Uint8Array[]): LongText {
  const text = function* () {
    for (const { buffer, byteOffset, length } of parts)
      yield Buffer.from(buffer, byteOffset, length).toString('latin1');
  };
  return new LongText(
    text,
    parts.reduce((sum, { length }) => sum + length, 0),
  );
}
