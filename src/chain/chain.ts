import type { TransactionFault } from '../evm/transaction/fault.ts';
import { transactionFault } from '../evm/transaction/transaction-fault.ts';
import type { NativeContracts } from '../kernel/engine.ts';
import { emptyReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { type ValidatorPower, validatorUpdates } from '../kernel/validator-set.ts';
import { Faults } from '../primitives/faults.ts';
import { contain, type ListenerOwner, Listeners } from '../primitives/listeners.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { runToEnd, type Steps } from '../primitives/steps.ts';
import type { StateDatabase } from '../state/state-database.ts';
import { changedAccounts } from '../state/transition.ts';
import type { StateChanges, StateView, WorldState } from '../state/types.ts';
import { createWorldState } from '../state/world-state.ts';
import type { Store } from '../store/types.ts';
import { assertRecords, withAmendError } from './amend.ts';
import { type BlockBuilder, createBlockBuilder, type ExecutionContext } from './block-builder.ts';
import type { LongTransactions } from './block-thread/long-transactions.ts';
import { type Deadline, fillBlock, type RejectedCandidate } from './build-block.ts';
import type { StoredChainReader } from './chain-reader.ts';
import { type ChainRules, nextEnvironment, type Proposal, proposalAfter } from './environment.ts';
import { executeBlock, InvalidBlockError } from './execute-block.ts';
import { runBeginHooks, runBetweenTransactions, runEndHooks } from './hooks.ts';
import type { KnownChain } from './open-chain-reader.ts';
import { type ExecutedBlock, type PreparedBlock, prepareBlock } from './prepare-block.ts';
import { removeNewest } from './remove-newest.ts';
import { RemovedLogs } from './removed-logs.ts';
import { RewindChanges } from './rewind-changes.ts';
import { sealBlock } from './seal-block.ts';
import type { ChainReader, CommittedBlock, RewindEvent, UnfinishedBlock } from './types.ts';

type ChainDependencies = {
  readonly store: Store;
  readonly states: StateDatabase;
  readonly reader: StoredChainReader;
  readonly context: ExecutionContext;
  readonly rules: ChainRules;
  readonly faults?: Faults | undefined;
};

/** What a block is built of, and until when. */
export type BlockPlan = {
  readonly proposal: Proposal;
  /** in their order */
  readonly candidates: Iterable<Transaction>;
  readonly deadline: Deadline;
  /** what becomes of transactions that take long; without it they are single steps */
  readonly long?: LongTransactions | undefined;
};

export type BuiltBlock = {
  readonly executed: ExecutedBlock;
  readonly rejected: readonly RejectedCandidate[];
  /** what it changes of the state after its parent */
  readonly changes: StateChanges;
};

type RewindListener = (event: RewindEvent) => void;

/**
 * The chain, as a consensus driver operates it: blocks are executed on the head and become visible when committed.
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
  readonly #dependencies: ChainDependencies;
  readonly #faults: Faults;
  readonly #blockListeners: Listeners<CommittedBlock>;
  readonly #rewindListeners: Listeners<RewindEvent>;

  constructor(dependencies: ChainDependencies) {
    this.#dependencies = dependencies;
    this.rules = dependencies.rules;
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

  /** What modules decide about signatures and fees. */
  get transactionRules(): Pick<NativeContracts, 'signatures' | 'fees'> {
    return this.#dependencies.context.natives;
  }

  /** The state after the newest block; the view follows the head. */
  headState(): StateView {
    return this.#dependencies.states.head;
  }

  /** Base fee of the next block, in wei per gas. */
  nextBaseFee(): bigint {
    const { reader } = this.#dependencies;
    return this.rules.overrides.baseFee ?? reader.states.baseFeeAfter(reader.head());
  }

  /** Why the transaction would be invalid as the first of the next block; undefined when it is valid. */
  check(tx: Transaction): TransactionFault | undefined {
    const environment = this.reader.states.environmentAt('next');
    return environment && transactionFault(tx, environment, this.headState(), this.transactionRules);
  }

  /** Builds the next block from candidates in their order, until the deadline; leaves out what cannot be executed. */
  build(
    proposal: Proposal,
    candidates: Iterable<Transaction>,
    deadline: Deadline,
    long?: Omit<LongTransactions, 'thread'>,
  ): BuiltBlock {
    return runToEnd(this.buildInSteps(proposal, candidates, deadline, long));
  }

  /**
   * The same in steps: yields after each candidate, before and after the end hooks, and after the state root, so that
   * other work can be done in between. When the head moves in between, the block can no longer be committed. `long`
   * says what becomes of transactions that take long; without it they are single steps.
   */
  *buildInSteps(
    proposal: Proposal,
    candidates: Iterable<Transaction>,
    deadline: Deadline,
    long?: LongTransactions,
  ): Steps<BuiltBlock> {
    const builder = this.#createBuilder(proposal, long);
    const rejected = yield* this.#fill(builder, candidates, deadline);
    yield;
    yield* runEndHooks(builder);
    yield;
    return { executed: yield* this.#seal(builder), rejected, changes: builder.state.changes() };
  }

  /** The same up to the last transaction, without the end of the block and its roots, which takes most of a short one. */
  *fillInSteps({ proposal, candidates, deadline, long }: BlockPlan): Steps<UnfinishedBlock> {
    const { hash: parentHash } = this.#dependencies.reader.head();
    const builder = this.#createBuilder(proposal, long);
    yield* this.#fill(builder, candidates, deadline);
    const { number, timestamp, coinbase: miner, gasLimit, baseFee, prevRandao } = builder.environment;
    const own = { number: Number(number), timestamp: Number(timestamp) };
    return { header: { ...own, parentHash, miner, gasLimit, baseFee, prevRandao }, changes: builder.state.changes() };
  }

  #fill(builder: BlockBuilder, candidates: Iterable<Transaction>, deadline: Deadline): ReturnType<typeof fillBlock> {
    return fillBlock(builder, candidates, { maxBytes: this.rules.parameters.maxBlockBytes, deadline });
  }

  /** Executes the next block as proposed by another node. Throws an InvalidBlockError. */
  execute(proposal: Proposal, transactions: readonly Transaction[]): ExecutedBlock {
    return runToEnd(this.executeInSteps(proposal, transactions));
  }

  /** The same in steps, like `buildInSteps`. */
  *executeInSteps(
    proposal: Proposal,
    transactions: readonly Transaction[],
    long?: LongTransactions,
  ): Steps<ExecutedBlock> {
    const builder = this.#createBuilder(proposal, long);
    yield* executeBlock(builder, transactions);
    yield;
    const executed = yield* this.#seal(builder);
    const { maxBlockBytes } = this.rules.parameters;
    const { size } = executed.block.header;
    if (size > maxBlockBytes) throw new InvalidBlockError(undefined, `${size} bytes; the limit is ${maxBlockBytes}`);
    return executed;
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
    const { miner, timestamp } = this.reader.head();
    const report = emptyReport(timestamp * 1000);
    const builder = this.#createBuilder({ miner, report });
    runToEnd(runBeginHooks(builder));
    const executed = withAmendError(() => {
      const { state } = builder;
      const before = state.snapshot();
      runBetweenTransactions(builder, () => change(state));
      assertRecords(builder.context.modules, state.changesSince(before));
      runToEnd(runEndHooks(builder));
      return runToEnd(this.#seal(builder));
    });
    this.commit(executed);
    const { number: height } = executed.block.header;
    const changed = changedAccounts(executed.transition);
    this.#rewindListeners.notify({ height, changed, balances: new Map(), removed: [] });
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
      this.#rewindListeners.notify({ height: reader.head().number, changed, balances, removed: logs.blocks() });
    }
  }

  /** Calls the listener after `rewind` and `amend`. Returns a function that removes it. */
  onRewind(owner: ListenerOwner, listener: RewindListener): () => void {
    return this.#rewindListeners.add(owner, listener);
  }

  /** Calls the listener with every block once it is committed and readable. Returns a function that removes it. */
  onBlock(owner: ListenerOwner, listener: (committed: CommittedBlock) => void): () => void {
    return this.#blockListeners.add(owner, listener);
  }

  #createBuilder(proposal: Proposal, long?: LongTransactions): BlockBuilder {
    const { reader, context, states } = this.#dependencies;
    const parent = reader.head();
    const { miner, report } = proposalAfter(parent, proposal);
    const hashOf = (height: number) => reader.hashOf(height);
    const { states: read } = reader;
    const above = { hashes: hashOf, baseFeeFloor: read.baseFeeFloor(), chainId: read.chainId() };
    const environment = nextEnvironment(parent, { miner, report }, this.rules, above);
    return createBlockBuilder(context, environment, report, createWorldState(states.head), long);
  }

  #validatorUpdates({ context: { validatorSet }, state }: BlockBuilder): readonly ValidatorPower[] {
    if (validatorSet === undefined) return [];
    return validatorUpdates(validatorSet(this.#dependencies.states.head), validatorSet(state));
  }

  *#seal(builder: BlockBuilder): Steps<ExecutedBlock> {
    const { states, reader } = this.#dependencies;
    const parent = reader.head().hash;
    const transition = yield* states.prepareInSteps(builder.state.changes());
    yield;
    const block = yield* sealBlock(builder, parent, transition.totals.root);
    const { receipts, events, hookChanges, prints } = builder;
    const parts = { block, receipts, events, hookChanges, prints, transition };
    return { ...parts, validatorUpdates: this.#validatorUpdates(builder) };
  }
}
