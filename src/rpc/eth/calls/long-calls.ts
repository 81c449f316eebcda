import { ExecutionStoppedError } from '../../../kernel/engine.ts';
import { type MaybeLater, recovering } from '../../../primitives/maybe-later.ts';
import { timeoutFault } from '../faults.ts';
import { type CallTime, oneTurn, TurnTime } from './turn-time.ts';

/** Calls that are paused at the same time: each keeps an engine's memory to itself. */
const usuallyPaused = 8;

/** Carries out a call, or several in a row, from the beginning, in turns of that time. */
type Attempt<T> = (time: CallTime) => MaybeLater<T>;

/**
 * Calls that take long run in turns with everything else the node does, a few at once, and no longer than somebody waits
 * for them.
 */
export class LongCalls {
  readonly #timeout: number;
  readonly #mostPaused: number;
  readonly #line: (() => void)[] = [];
  #paused = 0;

  /** `timeout`: milliseconds that a call may run; 0 for no limit */
  constructor(timeout: number, mostPaused = usuallyPaused) {
    this.#timeout = timeout;
    this.#mostPaused = mostPaused;
  }

  /** Answers at once what is done in one turn. Throws or rejects with an RpcFault when its time is up. */
  run<T>(isGone: () => boolean, attempt: Attempt<T>): MaybeLater<T> {
    if (this.#paused < this.#mostPaused) return this.#start(isGone, attempt);
    return recovering(
      () => attempt(oneTurn()),
      (error) => {
        if (error instanceof ExecutionStoppedError) return this.#startLater(isGone, attempt);
        throw error;
      },
    );
  }

  #start<T>(isGone: () => boolean, attempt: Attempt<T>): MaybeLater<T> {
    const begin = () => attempt(new TurnTime(this.#timeout, isGone));
    const running = recovering(begin, (error) => {
      throw error instanceof ExecutionStoppedError ? timeoutFault(this.#timeout) : error;
    });
    if (!(running instanceof Promise)) return running;
    this.#paused++;
    return running.finally(() => this.#leave());
  }

  /** It found no place to pause: it begins anew when there is one. */
  async #startLater<T>(isGone: () => boolean, attempt: Attempt<T>): Promise<T> {
    await new Promise<void>((resolve) => this.#line.push(resolve));
    let running: MaybeLater<T> | undefined;
    try {
      running = this.#start(isGone, attempt);
      return await running;
    } finally {
      if (!(running instanceof Promise)) this.#callNext(); // it was done without a pause
    }
  }

  #leave(): void {
    this.#paused--;
    this.#callNext();
  }

  #callNext(): void {
    this.#line.shift()?.();
  }
}
