import type { ExecutionControl } from './execution-kind.ts';

/** Ends an execution after some milliseconds, 0 for no limit, or when nobody waits for it any more. */
export class TimeLimit implements ExecutionControl {
  readonly #limit: number;
  readonly #isAborted: () => boolean;
  readonly #startedAt = performance.now();

  readonly maxNativeGas: bigint | undefined;

  constructor(milliseconds: number, isAborted: () => boolean = () => false, maxNativeGas?: bigint) {
    this.maxNativeGas = maxNativeGas;
    this.#limit = milliseconds === 0 ? Number.POSITIVE_INFINITY : milliseconds;
    this.#isAborted = isAborted;
  }

  shouldStop(): boolean {
    return this.elapsed() > this.#limit || this.#isAborted();
  }

  elapsed(): number {
    return performance.now() - this.#startedAt;
  }
}
