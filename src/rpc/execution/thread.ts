import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { Threads } from '../../primitives/threads.ts';
import { type OriginSource, unavailable } from '../../state/origin-state.ts';
import { LongText } from '../json-value.ts';
import { RpcError } from '../rpc-error.ts';
import type { ArrivingResult } from '../session.ts';
import type { ExecutionMessage, ResultMessage, WorkerSettings } from './protocol.ts';

export type ThreadOptions = Omit<WorkerSettings, 'stop'> & {
  /** of a fork: fetches data that a worker lacks */
  readonly origin?: OriginSource | undefined;
  readonly starter: Threads;
  /** of a GuardedWorker; it calls `serveExecutions` */
  readonly program: URL;
  /** megabytes of its heap */
  readonly memory: number;
};

/** The worker has ended before it had a result. */
export class ThreadEndedError extends Error {
  override name = 'ThreadEndedError';
  /** Whether the execution needed more memory than it may. */
  readonly isOutOfMemory: boolean;
  constructor(isOutOfMemory: boolean) {
    super('the execution thread has ended');
    this.isOutOfMemory = isOutOfMemory;
  }
}

/** The execution was stopped and has no result. */
export class StoppedError extends Error {
  override name = 'StoppedError';
}

/** An execution in the worker, and the received parts of its result. */
type Running = {
  readonly begin: () => void;
  readonly parts: Uint8Array[];
  readonly arriving: ArrivingResult | undefined;
  /** why its result is not wanted any more */
  fault: RpcError | undefined;
  readonly resolve: (result: JsonText | LongText) => void;
  readonly reject: (error: unknown) => void;
};

/** A worker thread that runs one execution at a time. */
export class ExecutionThread {
  readonly #worker: GuardedWorker;
  readonly #stop: Int32Array;
  readonly #origin: OriginSource | undefined;
  #running: Running | undefined;
  #isReady = false;
  #isEnding = false;
  #isOutOfMemory = false;

  private constructor(
    worker: GuardedWorker,
    stop: Int32Array,
    origin: OriginSource | undefined,
    onExit: (thread: ExecutionThread) => void,
  ) {
    this.#worker = worker;
    this.#stop = stop;
    this.#origin = origin;
    this.#worker.unref();
    this.#worker.on('message', (message: ResultMessage) => this.#receive(message));
    this.#worker.on('messageerror', () => void this.end()); // a part of a result is lost
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    });
    this.#worker.once('exit', () => {
      this.#settle()?.reject(new ThreadEndedError(this.#isOutOfMemory));
      onExit(this);
    });
  }

  /**
   * Undefined when the system gives no thread. `onExit` is called once, when the thread has ended, for whatever reason.
   */
  static start(options: ThreadOptions, onExit: (thread: ExecutionThread) => void): ExecutionThread | undefined {
    const { starter, program, memory, dataFolder, known, limits, origin } = options;
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: WorkerSettings = { dataFolder, known, limits, stop };
    const resourceLimits = { maxOldGenerationSizeMb: memory };
    const worker = starter.start('of executions', program, { workerData, resourceLimits });
    return worker && new ExecutionThread(worker, stop, origin, onExit);
  }

  /** Whether the worker has loaded. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it is to run nothing any more. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Calls `begin` when the worker begins with it, at once unless it is still loading. Resolves with the result, or
   * rejects with an RpcError, such as that of `arriving` when there is no room for a part of it, an internal error, a StateUnavailableError, a StoppedError or a ThreadEndedError.
   */
  run(message: ExecutionMessage, begin: () => void, arriving?: ArrivingResult): Promise<JsonText | LongText> {
    Atomics.store(this.#stop, 0, 0);
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(message);
      this.#running = { begin, parts: [], arriving, fault: undefined, resolve, reject };
      if (this.#isReady) begin();
    });
  }

  /** Makes the running execution end after its slice of gas. */
  stop(): void {
    Atomics.store(this.#stop, 0, 1);
  }

  /** Ends the thread, with the running execution. `isIdle`: for seconds */
  async end({ isIdle = false } = {}): Promise<void> {
    this.#isEnding = true;
    this.stop();
    await this.#worker.terminate({ isIdle });
  }

  #receive(message: ResultMessage): void {
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#running?.begin();
      return;
    }
    if (message.type === 'part') {
      if (this.#running !== undefined) this.#keep(this.#running, message.bytes);
      return;
    }
    const running = this.#settle();
    if (running?.fault !== undefined) running.reject(running.fault);
    else if (message.type === 'text') running?.resolve(new JsonText(message.text));
    else if (message.type === 'end') running?.resolve(longText(running.parts));
    else if (message.type === 'stopped') running?.reject(new StoppedError('the execution was stopped'));
    else if (message.type === 'unavailable') running?.reject(unavailable(message.read, this.#origin));
    else if (message.type === 'unexpected') running?.reject(message.error);
    else running?.reject(new RpcError(message.code, message.message, message.data));
  }

  /** Without room for the part the rest is not made, and what there is of it is dropped at once. */
  #keep(running: Running, part: Uint8Array): void {
    if (running.fault !== undefined) return;
    running.fault = running.arriving?.add(part.length);
    if (running.fault === undefined) running.parts.push(part);
    else {
      running.parts.length = 0;
      running.arriving?.release();
      this.stop();
    }
  }

  #settle(): Running | undefined {
    const running = this.#running;
    running?.arriving?.release();
    this.#running = undefined;
    return running;
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
