/** Milliseconds of an iteration of the event loop, and the piece of work that ends them. */
const sliceMs = 10;

/**
 * Work that must not keep others waiting: all of it together gets some milliseconds of each iteration of the event loop,
 * one piece at least, in the order in which it came.
 */
export class WorkTurns {
  readonly #waiting: (() => void)[] = [];
  #spent = 0;
  #isAwake = false;
  #whenIdle: (() => void)[] = [];

  /** Resolves with what `work` returns and rejects with what it throws. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#waiting.length === 0 && this.#spent < sliceMs) this.#do(settle);
      else this.#waiting.push(settle);
    });
  }

  /** Resolves when no work waits. */
  async whenIdle(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #do(settle: () => void): void {
    this.#wake();
    const began = performance.now();
    settle();
    this.#spent += performance.now() - began;
  }

  /** The next iteration goes on with what waits, and counts anew. */
  #wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    this.#spent = 0;
    this.#isAwake = false;
    let next = this.#waiting.shift();
    for (; next !== undefined; next = this.#spent < sliceMs ? this.#waiting.shift() : undefined) this.#do(next);
    if (this.#waiting.length === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }
}
