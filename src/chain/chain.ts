import type { TransactionFault } from '../evm/transaction/fault.ts';
import { transactionFault } from '../evm/transaction/transaction-fault.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { StateDatabase } from '../state/state-database.ts';
import type { Transition } from '../state/transition.ts';
import type { StateView, WorldState } from '../state/types.ts';
import { createWorldState } from '../state/world-state.ts';
import { Batch } from '../store/batch.ts';
import type { Store } from '../store/types.ts';
import { nextBaseFee } from './base-fee.ts';
import { type BlockBuilder, createBlockBuilder, type ExecutionContext } from './block-builder.ts';
import { type BuildPhase, type Deadline, fillBlock, type RejectedCandidate } from './build-block.ts';
import type { StoredChainReader } from './chain-reader.ts';
import { commitBlock, type ExecutedBlock } from './commit-block.ts';
import { type ChainRules, nextEnvironment, type Proposal, proposalAfter } from './environment.ts';
import { executeBlock } from './execute-block.ts';
import { runBeginHooks, runBetweenTransactions, runEndHooks } from './hooks.ts';
import { sealBlock } from './seal-block.ts';
import { removeBlocks } from './storage/remove-blocks.ts';
import { writeTotals } from './storage/totals.ts';
import type { ChainReader, CommittedBlock } from './types.ts';

export type ChainDependencies = {
  readonly store: Store;
  readonly states: StateDatabase;
  readonly reader: StoredChainReader;
  readonly context: ExecutionContext;
  readonly rules: ChainRules;
};

export type BuiltBlock = { readonly executed: ExecutedBlock; readonly rejected: readonly RejectedCandidate[] };

/** The chain as its driver works it. Blocks are executed on the head; nothing is visible before it is committed. */
export class Chain {
  readonly rules: ChainRules;
  readonly #parts: ChainDependencies;
  readonly #listeners = new Set<(committed: CommittedBlock) => void>();
  readonly #rewindListeners = new Set<() => void>();

  constructor(parts: ChainDependencies) {
    this.#parts = parts;
    this.rules = parts.rules;
  }

  get reader(): ChainReader {
    return this.#parts.reader;
  }

  /** The state after the newest block, whichever that is. */
  headState(): StateView {
    return this.#parts.states.head;
  }

  /** Base fee of the next block, in wei per gas. */
  nextBaseFee(): bigint {
    const { overrides, parameters } = this.rules;
    return overrides.baseFee ?? nextBaseFee(this.#parts.reader.head(), parameters);
  }

  /** Why the transaction could not be the first of the next block, or undefined. */
  check(tx: Transaction): TransactionFault | undefined {
    const environment = this.reader.environmentAt('next');
    return environment && transactionFault(tx, environment, this.headState());
  }

  /** Makes the next block from candidates in their order, within the time there is; what cannot be executed is left out. */
  build(proposal: Proposal, candidates: Iterable<Transaction>, deadline: Deadline): BuiltBlock {
    const steps = this.buildInSteps(proposal, candidates, deadline);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /**
   * The same in steps: it yields after each candidate, before and after the end hooks, and after the state root, so that
   * other work can be done in between. Whoever moves the head meanwhile makes the block worthless.
   */
  *buildInSteps(
    proposal: Proposal,
    candidates: Iterable<Transaction>,
    deadline: Deadline,
  ): Generator<BuildPhase, BuiltBlock> {
    const draft = this.#draft(proposal);
    const limits = { maxBytes: this.rules.parameters.maxBlockBytes, deadline };
    const rejected = yield* fillBlock(draft, candidates, limits);
    yield 'finishing';
    runEndHooks(draft);
    yield 'finishing';
    const transition = this.#prepare(draft);
    yield 'finishing';
    return { executed: this.#seal(draft, transition), rejected };
  }

  /** Executes the next block as somebody proposed it. Throws an InvalidBlockError. */
  execute(proposal: Proposal, transactions: readonly Transaction[]): ExecutedBlock {
    const draft = this.#draft(proposal);
    executeBlock(draft, transactions);
    return this.#seal(draft);
  }

  /** Makes an executed block the head, on disk on return, and tells the listeners. Throws when the head has moved on. */
  commit(executed: ExecutedBlock): void {
    const { store, states, reader } = this.#parts;
    commitBlock(store, states, executed, reader.transactionTotal());
    reader.advanceTo(executed);
    for (const listener of this.#listeners) listener(executed);
  }

  /**
   * Development networks only: an empty block, at the time of the head, in which `change` does to the state what no rule
   * of the chain allows. So what it did is in the history, and all roots hold.
   */
  amend(change: (state: WorldState) => void): void {
    const { miner, timestamp } = this.reader.head();
    const report = { time: timestamp * 1000, waitingTransactions: 0, waitingBytes: 0, votes: [] };
    const draft = this.#draft({ miner, report });
    runBeginHooks(draft);
    runBetweenTransactions(draft, () => change(draft.state));
    runEndHooks(draft);
    this.commit(this.#seal(draft));
    this.#tellRewound();
  }

  /** Development networks only: goes back to an earlier block, as if nothing had ever come after it. */
  rewind(height: number): void {
    const { store, states, reader } = this.#parts;
    const batch = new Batch();
    const removed = removeBlocks(store, reader, batch, height + 1);
    writeTotals(batch, { head: height, transactions: reader.transactionTotal() - removed });
    states.rewind(height, batch);
    reader.reset();
    this.#tellRewound();
  }

  /** Called whenever the state has become another by something else than a block: going back, or an amendment. */
  onRewind(listener: () => void): () => void {
    this.#rewindListeners.add(listener);
    return () => void this.#rewindListeners.delete(listener);
  }

  /** Called with every block once it is committed and readable. Answers how to stop that. */
  onBlock(listener: (committed: CommittedBlock) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tellRewound(): void {
    for (const listener of this.#rewindListeners) listener();
  }

  #draft(proposal: Proposal): BlockBuilder {
    const { reader, context: machine, states } = this.#parts;
    const parent = reader.head();
    const { miner, report } = proposalAfter(parent, proposal);
    const hashOf = (height: number) => reader.header(height)?.hash;
    const environment = nextEnvironment(parent, { miner, report }, this.rules, hashOf);
    return createBlockBuilder(machine, environment, report, createWorldState(states.head));
  }

  #prepare(draft: BlockBuilder): Transition {
    return this.#parts.states.prepare(draft.state.changes());
  }

  #seal(draft: BlockBuilder, transition = this.#prepare(draft)): ExecutedBlock {
    const block = sealBlock(draft, this.#parts.reader.head().hash, transition.totals.root);
    const { receipts, events, hookChanges } = draft;
    return { block, receipts, events, hookChanges, transition };
  }
}
