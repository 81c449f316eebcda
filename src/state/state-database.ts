import type { Batch } from '../store/batch.ts';
import type { Store } from '../store/types.ts';
import { prepareRewind, prepareTransition } from './prepare-transition.ts';
import { type StateLimits, StateReader } from './state-reader.ts';
import type { Transition } from './transition.ts';
import type { StateChanges } from './types.ts';
import { writeRewind, writeTransition } from './write-transition.ts';

/** The states of a chain and the way to the next: prepare it, seal the block with its root, commit both at once. */
export class StateDatabase extends StateReader {
  readonly #store: Store;

  constructor(store: Store, limits?: StateLimits) {
    super(store, limits);
    this.#store = store;
  }

  /** What the changes of a state made over `head` come to, and the root after them. Nothing is written. */
  prepare(changes: StateChanges): Transition {
    return prepareTransition(this.headView, this.nodes, changes);
  }

  /**
   * Writes the transition together with what the batch holds already, in one store transaction. Throws, and writes
   * nothing, when another transition was committed since it was prepared.
   */
  commit(transition: Transition, batch: Batch): void {
    const { height, root } = this.totals;
    if (transition.totals.height !== height + 1 || transition.previousRoot !== root) {
      throw new Error(`state ${transition.totals.height} was not prepared on state ${height}`);
    }
    writeTransition(batch, transition);
    this.#finish(transition, batch);
  }

  /**
   * Takes the state back to what it was after an earlier block, and forgets what came later, together with what the
   * batch holds. For development networks: views of later heights must not be used any more.
   */
  rewind(height: number, batch: Batch): void {
    const view = this.viewAt(height);
    if (view === undefined) throw new RangeError(`no state of block ${height} to go back to`);
    const transition = prepareRewind(this.#store, this.headView, this.nodes, view);
    writeRewind(batch, this.#store, transition, this.totals.height);
    this.#finish(transition, batch);
  }

  #finish(transition: Transition, batch: Batch): void {
    this.#store.commit(batch);
    this.headView.apply(transition);
    this.nodes.apply(transition);
  }
}
