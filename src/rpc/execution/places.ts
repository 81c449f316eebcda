/** Short executions are soon done and leave their place to others; long ones may keep it for seconds. */
export type PlaceKind = 'short' | 'long';

/** Limits how many executions are under way at the same time: each keeps an engine's memory to itself. */
export class Places {
  readonly #free: Record<PlaceKind, number>;
  readonly #onFree: (kind: PlaceKind) => void;

  /** `count`: places of each kind */
  constructor(count: number, onFree: (kind: PlaceKind) => void) {
    this.#free = { short: count, long: count };
    this.#onFree = onFree;
  }

  /** Takes a place, unless there is none. */
  take(kind: PlaceKind): boolean {
    if (this.#free[kind] === 0) return false;
    this.#free[kind]--;
    return true;
  }

  give(kind: PlaceKind): void {
    this.#free[kind]++;
    this.#onFree(kind);
  }
}
