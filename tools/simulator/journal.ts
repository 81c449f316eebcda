import { createHash } from 'node:crypto';

/** Lines that are kept for the report of a failure. */
const keptLines = 40;

/** Everything that happened in a run, as one hash: two runs of one seed are the same when it is. */
export class Journal {
  readonly #hash = createHash('sha256');
  readonly #print: ((line: string) => void) | undefined;
  readonly #last: string[] = [];

  /** `print` gets every line. */
  constructor(print?: (line: string) => void) {
    this.#print = print;
  }

  note(nowMs: number, who: string, what: string): void {
    const line = `${nowMs.toFixed(3)} ${who}: ${what}`;
    this.#hash.update(line).update('\n');
    this.#print?.(line);
    if (this.#last.push(line) > 2 * keptLines) this.#last.splice(0, keptLines);
  }

  /** The newest lines, oldest first. */
  get last(): readonly string[] {
    return this.#last.slice(-keptLines);
  }

  /** Of all lines so far, in hex. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
