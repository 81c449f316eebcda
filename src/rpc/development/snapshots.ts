import type { DevelopmentControl } from '../types.ts';

type Snapshot = { readonly height: number; readonly timeShift: number };

/** Marks a chain can go back to. One that was gone back to, and all later ones, are used up. */
export class Snapshots {
  readonly #control: DevelopmentControl;
  #next = 0;
  readonly #taken = new Map<number, Snapshot>();

  constructor(control: DevelopmentControl) {
    this.#control = control;
  }

  /** Answers the mark's id. */
  take(height: number): number {
    const id = this.#next++;
    this.#taken.set(id, { height, timeShift: this.#control.timeShift });
    return id;
  }

  /** Whether there is such a mark. */
  revert(id: number): boolean {
    const snapshot = this.#taken.get(id);
    if (snapshot === undefined) return false;
    for (const later of [...this.#taken.keys()]) if (later >= id) this.#taken.delete(later);
    this.#control.rewind(snapshot.height);
    this.#control.setTimeShift(snapshot.timeShift);
    return true;
  }

  /** Forgets those of blocks that the chain has gone back from. */
  forgetAbove(height: number): void {
    for (const [id, taken] of this.#taken) if (taken.height > height) this.#taken.delete(id);
  }

  clear(): void {
    this.#taken.clear();
  }
}
