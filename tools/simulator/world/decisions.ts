/**
 * What clients do and what goes wrong, decision by decision: `reader 2: 14` is the 14th act of that client, `kill: 1` the
 * first kill. A run can be told to keep some of them only; the others do not happen, and do not change what the kept
 * ones draw.
 */
export class Decisions {
  readonly #only: ReadonlySet<string> | undefined;
  readonly #counts = new Map<string, number>();
  /** those that have happened, oldest first */
  readonly made: string[] = [];

  /** `only`: those that happen; all of them when it is left out */
  constructor(only: ReadonlySet<string> | undefined) {
    this.#only = only;
  }

  /** Whether the next one of this kind happens. */
  allows(kind: string): boolean {
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const name = `${kind}: ${number}`;
    if (this.#only?.has(name) === false) return false;
    this.made.push(name);
    return true;
  }
}

/** The kind of a decision, such as `reader 2`. */
export function kindOf(decision: string): string {
  return decision.slice(0, decision.indexOf(':'));
}
