import type { DevelopmentControl } from '../types.ts';

type Snapshot = { readonly height: number; readonly timeShift: number };

/** Snapshots of the chain. Reverting to one removes it and all later ones. */
export class Snapshots {
  readonly #control: DevelopmentControl;
  #next = 0;
  readonly #taken = new Map<number, Snapshot>();

  constructor(control: DevelopmentControl) {
    this.#control = control;
  }

  /** Returns the id of the snapshot. */
  take(height: number): number {
    const id = this.#next++;
    this.#taken.set(id, { height, timeShift: this.#control.timeShift });
    return id;
  }

  /** Returns whether there was such a snapshot. */
  revert(id: number): boolean {
    const snapshot = this.#taken.get(id);
    if (snapshot === undefined) return false;
    for (const later of [...this.#taken.keys()]) if (later >= id) this.#taken.delete(later);
    this.#control.rewind(snapshot.height);
    this.#control.setTimeShift(snapshot.timeShift);
    return true;
  }

  /** Removes the snapshots of blocks above a height. */
  removeAbove(height: number): void {
    for (const [id, taken] of this.#taken) if (taken.height > height) this.#taken.delete(id);
  }

  clear(): void {
    this.#taken.clear();
  }
}
