/** Blocks whose round is kept. */
const kept = 1_000;

/** Rounds in which the newest blocks were decided. Headers do not have them: a block is the same whatever its round. */
export class DecidedRounds {
  readonly #byHeight = new Map<number, number>();

  get byHeight(): ReadonlyMap<number, number> {
    return this.#byHeight;
  }

  note(height: number, round: number): void {
    this.#byHeight.set(height, round);
    if (this.#byHeight.size > kept) this.#byHeight.delete(this.#byHeight.keys().next().value ?? 0);
  }
}
