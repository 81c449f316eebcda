import type { QueueEntry } from './fair-queue.ts';

/** A thread that has a task. */
export type TaskThread = {
  /** Sets the cell by which its program learns that what it does must end. */
  stop(): void;
  /** Ends the thread; what it has not sent by then is rejected with a WorkerError (`ended`). */
  end(): Promise<void>;
};

/** A request for a thread of a WorkerPool, and who waits for the result. One task is given to two threads at most. */
export type WorkerTask<Request, Result> = QueueEntry & {
  /** Makes the message when a thread gets it. `isFirst`: the thread has had none before. */
  readonly request: (isFirst: boolean) => Request;
  /** Called when a thread that has loaded has it. */
  readonly onBegin?: ((thread: TaskThread) => void) | undefined;
  /** Called with each part of the result. */
  readonly onPart?: ((part: Uint8Array) => void) | undefined;
  /** Called when the thread that had it has ended by itself, and another one gets it: earlier parts do not count. */
  readonly onRepeat?: ((error: WorkerError) => void) | undefined;
  readonly resolve: (result: Result) => void;
  /** Called with a WorkerError, a DroppedError, or what `request` throws. Settles a promise, and throws nothing. */
  readonly reject: (error: unknown) => void;
  /** A thread that had it has ended. */
  isRepeated?: boolean;
};

const messages = {
  unavailable: 'the system gives no thread',
  ended: 'the thread has ended',
  memory: 'the thread has ended: it needs more memory than it may use',
  unsendable: 'the request cannot be sent to a thread',
  closed: 'the threads are closed',
} as const;

/** No thread has done it, for none of these reasons a fault of the request itself. */
export class WorkerError extends Error {
  override name = 'WorkerError';
  readonly reason: keyof typeof messages;
  constructor(reason: keyof typeof messages, cause?: unknown) {
    super(messages[reason], { cause });
    this.reason = reason;
  }
}
