/** A fault that ended nothing, as it is logged. */
export type ContainedFault = {
  /** what has failed, such as `thread sender recovery` */
  readonly part: string;
  readonly error: unknown;
  /** faults of this part so far */
  readonly count: number;
};

/**
 * Faults that end nothing, because whoever they belong to was answered, closed or repaired. They are counted for each
 * part; the first is logged, and then each whose count is a power of ten, so that nobody can fill the log.
 */
export class Faults {
  readonly #counts = new Map<string, number>();
  readonly #log: (fault: ContainedFault) => void;

  constructor(log: (fault: ContainedFault) => void = () => {}) {
    this.#log = log;
  }

  /** by part */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** `part` is one of few fixed names. */
  note(part: string, error: unknown): void {
    const count = (this.#counts.get(part) ?? 0) + 1;
    this.#counts.set(part, count);
    if (/^10*$/.test(String(count))) this.#log({ part, error, count });
  }
}
