import type { Hash } from '../primitives/hash.ts';
import { runToEnd, type Steps } from '../primitives/steps.ts';
import type { Batch } from '../store/batch.ts';
import type { Store } from '../store/types.ts';
import { prepareRewind } from './prepare-rewind.ts';
import { prepareTransition } from './prepare-transition.ts';
import { type StateBase, type StateLimits, StateReader } from './state-reader.ts';
import type { Transition, TreeChanges } from './transition.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { StateChanges } from './types.ts';
import { writeRewind, writeTransition } from './write-transition.ts';

/** A transition with all of its rows in the batch. */
export type TransitionRows = {
  readonly transition: Transition;
  readonly batch: Batch;
  /** nodes of the trees among the rows; undefined when they are written with a later block */
  readonly nodes: TreeChanges | undefined;
};

/**
 * The committed states of a chain and the step to the next.
 *
 *   WorldState (overlay + journal)  ──changes()──►  prepare ──► Transition, new root
 *        │ reads                                                     │ the block is sealed with the root
 *        ▼                                                           ▼
 *   HeadView (cache) ◄──────────── apply ───────────────────────── commit: one store transaction
 *   HistoryView(height)                                          flat values, history, tree nodes, totals
 *
 * - Flat state: the newest value of each account and entry (a storage slot or a module's record), one row per key. All
 *   execution reads these rows; nothing is read through the tree.
 * - History: for each block what it replaced, and for each key the heights at which it changed. A read at an old block
 *   looks for the first change after that block, which has the value. Without such a change the flat value holds.
 * - Tree: the nodes of the newest Merkle-Patricia tree by path, for the root and for proofs. A proof at an old block
 *   sets back in memory what changed since, which `proofChanges` limits.
 * - What the newest blocks changed of the tree, and the heights of these changes, may be written with a later block
 *   (`unwritten-rows`).
 * - Journal: a WorldState keeps its changes in memory, each with its undo. `snapshot` is a length of the journal and
 *   `revert` undoes down to it; nothing reaches the disk before `commit`.
 *
 * A fork has the state of its origin below: `ForkedView` reads it where this chain has set nothing.
 *
 * Invariants: the rows of a block and of its state are written together or not at all; a transition can only be
 * committed on the state it was prepared on; the root of the tree is always that of the flat values.
 */
export class StateDatabase extends StateReader {
  readonly #store: Store;

  constructor(store: Store, limits?: StateLimits, base?: StateBase) {
    super(store, limits, base);
    this.#store = store;
  }

  /** The transition by the changes of a state over `head`, with the new root. Writes nothing. */
  prepare(changes: StateChanges): Transition {
    return runToEnd(this.prepareInSteps(changes));
  }

  /** The same in steps, during which the head must not change. */
  prepareInSteps(changes: StateChanges): Steps<Transition> {
    return prepareTransition(this.headView, this.nodes, this.head, changes);
  }

  /**
   * Writes the transition together with the rows already in the batch, in one store transaction. Throws, and writes
   * nothing, when another transition was committed since this one was prepared.
   */
  commit(transition: Transition, batch: Batch): void {
    this.commitRows(runToEnd(this.rowsInSteps(transition, batch)));
  }

  /** The same for a transition whose rows are in the batch. */
  commitRows(rows: TransitionRows): void {
    this.#assertNext(rows);
    this.#store.commit(rows.batch);
    this.#apply(rows);
  }

  /**
   * Adds the rows of a transition to those already in the batch, in steps. Nothing is written, and the head must not
   * change before they are committed.
   */
  *rowsInSteps(transition: Transition, batch: Batch): Steps<TransitionRows> {
    const nodes = this.#nodesToWrite(transition);
    const recorded = { transition, hasHistory: this.hasHistory(transition.totals.height) };
    yield* writeTransition(this.heights, batch, recorded, nodes ?? this.nodes.unwritten.blocks + 1);
    yield;
    return { transition, batch, nodes };
  }

  /**
   * The same by `Store.commitInBackground`: `done` is called in the turn in which reads first see the transition. Rejects
   * where `commitRows` throws.
   */
  async commitInBackground(rows: TransitionRows, done: () => void): Promise<void> {
    this.#assertNext(rows);
    await this.#store.commitInBackground(rows.batch, () => {
      this.#apply(rows);
      done();
    });
  }

  #assertNext({ transition: { totals, previousRoot } }: TransitionRows): void {
    const { height, root } = this.totals;
    if (totals.height === height + 1 && previousRoot === root) return;
    throw new Error(`state ${totals.height} was not prepared on state ${height}`);
  }

  /**
   * Nodes of the trees to write with the transition, as the heights of changes then are; undefined: both later. The
   * first block has no history.
   */
  #nodesToWrite(transition: Transition): TreeChanges | undefined {
    const { unwritten } = this.nodes;
    const isDue = unwritten.isFullWith(transition) || transition.previousRoot === emptyTreeRoot;
    return isDue ? unwritten.nodesWith(transition.nodes) : undefined;
  }

  /**
   * Sets the state back to an earlier block, which had that root, and removes the history after it, together with the
   * writes in the batch; returns what it changes. In steps, during which the head must not change. For development
   * networks: views of later heights must not be used any more.
   */
  *rewindInSteps(height: number, root: Hash, batch: Batch): Steps<Transition> {
    if (this.viewAt(height) === undefined) throw new RangeError(`no state of block ${height} to go back to`);
    const transition = yield* prepareRewind(this.#store, this.headView, this.nodes, { height, root });
    const { unwritten } = this.nodes;
    const left = height - unwritten.writtenTo;
    const nodes = unwritten.nodesWith(transition.nodes);
    const { totals } = this;
    yield* writeRewind(this.#store, this.heights, batch, transition, left < 0 ? nodes : left, totals.height);
    yield;
    this.#store.commit(batch);
    if (left < 0) this.#apply({ transition, nodes });
    else {
      this.headView.apply(transition);
      unwritten.removeBlocks(nodes, left);
    }
    return transition;
  }

  /** All steps of `rewindInSteps` at once. */
  rewind(height: number, root: Hash, batch: Batch): Transition {
    return runToEnd(this.rewindInSteps(height, root, batch));
  }

  #apply({ transition, nodes }: Omit<TransitionRows, 'batch'>): void {
    this.headView.apply(transition);
    if (nodes === undefined) {
      this.nodes.unwritten.addBlock(transition.nodes);
    } else {
      this.nodes.apply(nodes);
      this.nodes.unwritten.clear();
    }
  }
}
