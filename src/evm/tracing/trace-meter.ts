import { ExecutionStoppedError } from '../../kernel/engine.ts';

/** A trace has recorded more than it may. */
export class TraceTooLargeError extends ExecutionStoppedError {
  override name = 'TraceTooLargeError';
}

/** Rough bytes of what is recorded, beside the bytes that are named one by one. */
export const recordedBytes = { call: 1024, log: 512, step: 400, stackItem: 64, slot: 512, account: 512 } as const;

/** Counts what traces record, so that none of them fills the memory. One for all traces of a request. */
export class TraceMeter {
  #left: number;

  /** `limit`: bytes; no limit without it */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#left = limit;
  }

  /** Before something of that many bytes is recorded. Throws a TraceTooLargeError, which ends the execution. */
  charge(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TraceTooLargeError('the trace is too large');
  }
}
