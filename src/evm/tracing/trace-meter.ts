import { ExecutionStoppedError } from '../../kernel/engine.ts';

/** A trace has reached its size limit. */
export class TraceTooLargeError extends ExecutionStoppedError {
  override name = 'TraceTooLargeError';
}

/** Approximate bytes of each kind of recorded item, without its data. */
export const recordedBytes = { call: 1024, log: 512, step: 400, stackItem: 64, slot: 512, account: 512 } as const;

/** Limits the memory that traces use. All traces of a request share one. */
export class TraceMeter {
  #left: number;

  /** @param limit in bytes; none when absent */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#left = limit;
  }

  /** Must be called before that many bytes are recorded. Throws a TraceTooLargeError, which ends the execution. */
  charge(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TraceTooLargeError('the trace is too large');
  }
}
