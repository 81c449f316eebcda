/** Short executions release their permit soon; long ones may hold it for seconds. */
export type ExecutionClass = 'short' | 'long';

/** Limits how many executions run at the same time, as each holds the memory of an engine. */
export class ConcurrencyLimit {
  readonly #free: Record<ExecutionClass, number>;
  readonly #onFree: (kind: ExecutionClass) => void;

  /** `count`: permits of each class */
  constructor(count: number, onFree: (kind: ExecutionClass) => void) {
    this.#free = { short: count, long: count };
    this.#onFree = onFree;
  }

  /** Acquires a permit, unless none is free. */
  tryAcquire(kind: ExecutionClass): boolean {
    if (this.#free[kind] === 0) return false;
    this.#free[kind]--;
    return true;
  }

  release(kind: ExecutionClass): void {
    this.#free[kind]++;
    this.#onFree(kind);
  }
}
