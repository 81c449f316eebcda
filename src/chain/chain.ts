import { Faults } from '../primitives/faults.ts';
import { contain, type ListenerOwner, Listeners } from '../primitives/listeners.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { runToEnd, type Steps } from '../primitives/steps.ts';
import { changedAccounts } from '../state/transition.ts';
import type { StateView, WorldState } from '../state/types.ts';
import type { Store } from '../store/types.ts';
import type { StoredChainReader } from './chain-reader.ts';
import type { ChainRules } from './environment.ts';
import { type ExecutionBasis, NextBlock } from './next-block.ts';
import type { KnownChain } from './open-chain-reader.ts';
import { type ExecutedBlock, type PreparedBlock, prepareBlock } from './prepare-block.ts';
import { removeNewest } from './remove-newest.ts';
import { RemovedLogs } from './removed-logs.ts';
import { RewindChanges } from './rewind-changes.ts';
import type { ChainReader, RewindEvent } from './types.ts';

type ChainDependencies = ExecutionBasis & {
  readonly store: Store;
  readonly reader: StoredChainReader;
  readonly faults?: Faults | undefined;
};

type RewindListener = (event: RewindEvent) => void;

/**
 * The chain, as a consensus driver operates it: blocks are executed on the head (`next`) and become visible when committed.
 *
 *   Proposal (proposer, time, votes) + candidates              Proposal + transactions of a given block
 *                     │ build                                              │ execute
 *                     ▼                                                    ▼
 *   BlockBuilder over the head state: begin hooks ─► transactions ─► end hooks          (`execute-block`, `build-block`)
 *                     │ changes of the state
 *                     ▼
 *   StateDatabase.prepare ─► Transition with the state root ─► sealBlock: roots, bloom, hash ─► ExecutedBlock
 *                     │ commit
 *                     ▼
 *   one store transaction: block, receipts, indexes, totals, state, history, tree                     (`prepare-block`)
 *                     │
 *                     ▼
 *   the reader's head moves ─► listeners of `onBlock`: mempool, subscriptions, caches
 *
 * Invariants: a block is a pure function of its parent's state, the proposal and the transactions; an ExecutedBlock
 * that is not committed leaves no trace; only a block on the current head can be committed; there are no
 * reorganisations. `amend` and `rewind` are for development networks only.
 */
export class Chain {
  readonly rules: ChainRules;
  /** builds and executes the block after the head */
  readonly next: NextBlock;
  readonly #dependencies: ChainDependencies;
  readonly #faults: Faults;
  readonly #blockListeners: Listeners<ExecutedBlock>;
  readonly #rewindListeners: Listeners<RewindEvent>;

  constructor(dependencies: ChainDependencies) {
    this.#dependencies = dependencies;
    this.rules = dependencies.rules;
    this.next = new NextBlock(dependencies);
    this.#faults = dependencies.faults ?? new Faults();
    this.#blockListeners = new Listeners(this.#faults);
    this.#rewindListeners = new Listeners(this.#faults);
  }

  get reader(): ChainReader {
    return this.#dependencies.reader;
  }

  /** What a reader in another thread need not read. */
  get known(): KnownChain {
    const { identity, cacheSizes } = this.reader;
    return { identity, parameters: this.rules.parameters, cacheSizes };
  }

  /** The state after the newest block; the view follows the head. */
  headState(): StateView {
    return this.#dependencies.states.head;
  }

  /**
   * Writes an executed block to disk, makes it the head and notifies the listeners. Throws when the head has moved, and
   * while `commitPrepared` is under way.
   */
  commit(executed: ExecutedBlock): void {
    this.#dependencies.states.commitRows(runToEnd(this.prepareCommit(executed)).rows);
    this.#publish(executed);
  }

  /** Makes the rows of an executed block, in steps. Nothing is written, and the head must not move before it is. */
  prepareCommit(executed: ExecutedBlock): Steps<PreparedBlock> {
    const { store, states, reader } = this.#dependencies;
    return prepareBlock(store, states, executed, reader.transactionTotal());
  }

  /**
   * The same as `commit`, without waiting for the disk in this thread where that takes long. Everybody reads the block
   * before, and is told of this one, once it is on disk: `measure` calls what tells them, at once. Nothing else may be
   * committed meanwhile (`whenIdle`). Rejects where `commit` throws.
   */
  commitPrepared(
    { executed, rows }: PreparedBlock,
    measure: (publish: () => void) => void = (publish) => publish(),
  ): Promise<void> {
    return this.#dependencies.states.commitInBackground(rows, () => measure(() => this.#publish(executed)));
  }

  /** Calls `work` in a turn in which no commit is under way, so that it can commit; resolves with what it returns. */
  whenIdle<T>(work: () => MaybePromise<T>): Promise<T> {
    return this.#dependencies.store.whenIdle(work);
  }

  /** Never throws: the block is on disk, and all nodes have it. */
  #publish(executed: ExecutedBlock): void {
    const { reader } = this.#dependencies;
    const advance = () => reader.advanceTo(executed);
    contain(this.#faults, { kind: 'derived', name: 'caches of the chain', rebuild: () => reader.reset() }, advance);
    this.#blockListeners.notify(executed);
  }

  /**
   * Development networks only: commits an empty block, at the time of the head, in which `change` modifies the state
   * outside of the rules of the chain. The change is thus part of the history, and all roots are valid. Throws while
   * `commitPrepared` is under way, as `rewind` does, and an AmendError when the chain could not continue after it.
   */
  amend(change: (state: WorldState) => void): void {
    const executed = this.next.amend(change);
    this.commit(executed);
    const { number: height } = executed.block.header;
    const changed = changedAccounts(executed.transition);
    this.#rewindListeners.notify({ height, changed, balances: new Map(), ...new RemovedLogs().told() });
  }

  /** Development networks only: returns to an earlier block and removes all later ones. */
  rewind(height: number): void {
    runToEnd(this.rewindInSteps(height));
  }

  /**
   * The same in steps, between which nothing else may commit. Each part of the blocks, the newest first, is removed in a
   * commit of its own, so that the work of a step does not grow with their number; who reads meanwhile, or after a
   * crash, sees a block in between as the newest. Listeners are called once, at the end, also when it is ended early.
   */
  *rewindInSteps(height: number): Steps<void> {
    const { reader } = this.#dependencies;
    if (reader.header(height) === undefined) throw new RangeError(`no block ${height} to go back to`);
    const changes = new RewindChanges();
    const logs = new RemovedLogs();
    try {
      do {
        const removed = yield* removeNewest(this.#dependencies, height, (block, bytes) => logs.add(block, bytes));
        // on disk the blocks are gone: whoever continues with others in memory would be wrong
        contain(this.#faults, { kind: 'critical', name: 'rewind' }, () => reader.reset());
        changes.add(removed);
        yield;
      } while (reader.head().number > height);
    } finally {
      const { changed, balances } = changes;
      this.#rewindListeners.notify({ height: reader.head().number, changed, balances, ...logs.told() });
    }
  }

  /** Calls the listener after `rewind` and `amend`. Returns a function that removes it. */
  onRewind(owner: ListenerOwner, listener: RewindListener): () => void {
    return this.#rewindListeners.add(owner, listener);
  }

  /** Calls the listener with every block once it is committed and readable. Returns a function that removes it. */
  onBlock(owner: ListenerOwner, listener: (executed: ExecutedBlock) => void): () => void {
    return this.#blockListeners.add(owner, listener);
  }
}
