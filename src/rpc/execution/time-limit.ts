import { PrintList, type Prints } from '../../kernel/prints.ts';
import { elapsedMs } from '../../primitives/machine.ts';
import type { ExecutionControl } from './execution-kind.ts';

/** Ends an execution after some milliseconds, 0 for no limit, or when nobody waits for it any more. */
export class TimeLimit implements ExecutionControl {
  readonly #limit: number;
  readonly #isAborted: (elapsed: number) => boolean;
  readonly #startedAt = elapsedMs();
  readonly #prints = new PrintList();

  readonly maxNativeGas: bigint | undefined;
  readonly maxLogBytes: number | undefined;
  readonly maxBlockBytes: number | undefined;

  /**
   * `isAborted` gets the milliseconds since the begin, and is not called for little gas. `pieces`: the largest pieces
   * of work, which cannot be stopped, that it may begin
   */
  constructor(
    milliseconds: number,
    isAborted: (elapsed: number) => boolean = () => false,
    {
      maxNativeGas,
      maxLogBytes,
      maxBlockBytes,
    }: Pick<ExecutionControl, 'maxNativeGas' | 'maxLogBytes' | 'maxBlockBytes'> = {},
  ) {
    this.maxNativeGas = maxNativeGas;
    this.maxLogBytes = maxLogBytes;
    this.maxBlockBytes = maxBlockBytes;
    this.#limit = milliseconds === 0 ? Number.POSITIVE_INFINITY : milliseconds;
    this.#isAborted = isAborted;
  }

  shouldStop(): boolean {
    const elapsed = this.elapsed();
    return this.#isAborted(elapsed) || elapsed > this.#limit;
  }

  elapsed(): number {
    return elapsedMs() - this.#startedAt;
  }

  printed(prints: Prints | undefined): void {
    if (prints !== undefined) this.#prints.addAll(prints);
  }

  /** What it has printed; undefined for nothing. */
  get prints(): Prints | undefined {
    return this.#prints.all;
  }
}
