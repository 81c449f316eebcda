/** Short executions are soon done and leave their place to others; long ones may keep it for seconds. */
export type ExecutionClass = 'short' | 'long';

/** Limits how many executions are under way at the same time: each keeps an engine's memory to itself. */
export class ConcurrencyLimit {
  readonly #free: Record<ExecutionClass, number>;
  readonly #onFree: (kind: ExecutionClass) => void;

  /** `count`: places of each kind */
  constructor(count: number, onFree: (kind: ExecutionClass) => void) {
    this.#free = { short: count, long: count };
    this.#onFree = onFree;
  }

  /** Takes a place, unless there is none. */
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
