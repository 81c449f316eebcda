import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { DriverEndedError } from './driver-ended-error.ts';

/** Turns of those who change the chain, or what blocks depend on: they follow each other in the order of the calls. */
export class ProducerTurns {
  /** resolves when everybody has had their turn */
  #last: Promise<void> = Promise.resolve();
  readonly #end = new AbortController();

  /** Aborts when the driver is to end: for whatever somebody in a turn waits for. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Calls `work` in its turn. Rejects with a DriverEndedError when the driver has ended by then. */
  take<T>(work: () => MaybePromise<T>): Promise<T> {
    const done = this.#last.then(() => {
      if (this.#end.signal.aborted) throw new DriverEndedError();
      return work();
    });
    this.#last = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Waits for those who have a turn or wait for one; resolves with whether nobody else has come meanwhile. */
  async areDone(): Promise<boolean> {
    const last = this.#last;
    await last;
    return last === this.#last;
  }

  /** Ends them: nobody gets another turn. Resolves when the last one is over. */
  async end(): Promise<void> {
    this.#end.abort();
    while (!(await this.areDone()));
  }

  /** Aborts the signal, without waiting. */
  abort(): void {
    this.#end.abort();
  }
}
