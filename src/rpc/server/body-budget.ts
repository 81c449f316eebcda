/** Counts the bytes of bodies that have begun to arrive, of all interfaces together. */
export class BodyBudget {
  readonly #limit: number;
  #held = 0;

  /** bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether there is room for more bytes, which are then counted. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
