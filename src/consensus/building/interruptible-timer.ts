import type { Clock } from '../building/clock.ts';

/** A sleep that can be ended early. */
export class InterruptibleTimer {
  readonly #clock: Clock;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after that many milliseconds (undefined: never by itself), after `ring`, or when the signal aborts. */
  sleep(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        cancel?.();
        signal.removeEventListener('abort', end);
        this.#end = undefined;
        resolve();
      };
      const cancel = milliseconds === undefined ? undefined : this.#clock.after(milliseconds, end);
      signal.addEventListener('abort', end);
      this.#end = end;
    });
  }

  /** Ends the sleep, if there is one. */
  interrupt(): void {
    this.#end?.();
  }
}
