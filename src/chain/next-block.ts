import type { TransactionFault } from '../evm/transaction/fault.ts';
import { transactionFault } from '../evm/transaction/transaction-fault.ts';
import type { NativeContracts } from '../kernel/engine.ts';
import { emptyReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { type ValidatorPower, validatorUpdates } from '../kernel/validator-set.ts';
import { runToEnd, type Steps } from '../primitives/steps.ts';
import type { StateDatabase } from '../state/state-database.ts';
import type { StateChanges, WorldState } from '../state/types.ts';
import { createWorldState } from '../state/world-state.ts';
import { assertRecords, withAmendError } from './amend.ts';
import { type BlockBuilder, createBlockBuilder, type ExecutionContext } from './block-builder.ts';
import type { LongTransactions } from './block-thread/long-transactions.ts';
import { type Deadline, fillBlock, type RejectedCandidate } from './build-block.ts';
import { type ChainRules, nextEnvironment, type Proposal, proposalAfter } from './environment.ts';
import { executeBlock, InvalidBlockError } from './execute-block.ts';
import { runBeginHooks, runBetweenTransactions, runEndHooks } from './hooks.ts';
import type { ExecutedBlock } from './prepare-block.ts';
import { sealBlock } from './seal-block.ts';
import type { ChainReader, UnfinishedBlock } from './types.ts';

/** What a block is executed on, and by which rules. */
export type ExecutionBasis = {
  readonly states: StateDatabase;
  readonly reader: ChainReader;
  readonly context: ExecutionContext;
  readonly rules: ChainRules;
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

/**
 * The block after the head: builds and executes it, as often as anybody asks, and leaves no trace. It is a pure function
 * of the state of its parent, the proposal and the transactions.
 */
export class NextBlock {
  readonly #basis: ExecutionBasis;

  constructor(basis: ExecutionBasis) {
    this.#basis = basis;
  }

  /** Its base fee, in wei per gas. */
  baseFee(): bigint {
    const { reader, rules } = this.#basis;
    return rules.overrides.baseFee ?? reader.states.baseFeeAfter(reader.head());
  }

  /** What modules decide about signatures and fees. */
  get transactionRules(): Pick<NativeContracts, 'signatures' | 'fees'> {
    return this.#basis.context.natives;
  }

  /** Why the transaction would be invalid as its first one; undefined when it is valid. */
  check(tx: Transaction): TransactionFault | undefined {
    const { reader, states } = this.#basis;
    const environment = reader.states.environmentAt('next');
    return environment && transactionFault(tx, environment, states.head, this.transactionRules);
  }

  /** Builds it from candidates in their order, until the deadline; leaves out what cannot be executed. */
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
    const { hash: parentHash } = this.#basis.reader.head();
    const builder = this.#createBuilder(proposal, long);
    yield* this.#fill(builder, candidates, deadline);
    const { number, timestamp, coinbase: miner, gasLimit, baseFee, prevRandao } = builder.environment;
    const own = { number: Number(number), timestamp: Number(timestamp) };
    return { header: { ...own, parentHash, miner, gasLimit, baseFee, prevRandao }, changes: builder.state.changes() };
  }

  #fill(builder: BlockBuilder, candidates: Iterable<Transaction>, deadline: Deadline): ReturnType<typeof fillBlock> {
    return fillBlock(builder, candidates, { maxBytes: this.#basis.rules.parameters.maxBlockBytes, deadline });
  }

  /** Executes it as proposed by another node. Throws an InvalidBlockError. */
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
    const { maxBlockBytes } = this.#basis.rules.parameters;
    const { size } = executed.block.header;
    if (size > maxBlockBytes) throw new InvalidBlockError(undefined, `${size} bytes; the limit is ${maxBlockBytes}`);
    return executed;
  }

  /**
   * Development networks only: an empty block, at the time of the head, in which `change` modifies the state outside of
   * the rules of the chain. Throws an AmendError when the chain could not continue after it.
   */
  amend(change: (state: WorldState) => void): ExecutedBlock {
    const { miner, timestamp } = this.#basis.reader.head();
    const report = emptyReport(timestamp * 1000);
    const builder = this.#createBuilder({ miner, report });
    runToEnd(runBeginHooks(builder));
    return withAmendError(() => {
      const { state } = builder;
      const before = state.snapshot();
      runBetweenTransactions(builder, () => change(state));
      assertRecords(builder.context.modules, state.changesSince(before));
      runToEnd(runEndHooks(builder));
      return runToEnd(this.#seal(builder));
    });
  }

  #createBuilder(proposal: Proposal, long?: LongTransactions): BlockBuilder {
    const { reader, context, states, rules } = this.#basis;
    const parent = reader.head();
    const { miner, report } = proposalAfter(parent, proposal);
    const hashOf = (height: number) => reader.hashOf(height);
    const { states: read } = reader;
    const above = { hashes: hashOf, baseFeeFloor: read.baseFeeFloor(), chainId: read.chainId() };
    const environment = nextEnvironment(parent, { miner, report }, rules, above);
    return createBlockBuilder(context, environment, report, createWorldState(states.head), long);
  }

  #validatorUpdates({ context: { validatorSet }, state }: BlockBuilder): readonly ValidatorPower[] {
    if (validatorSet === undefined) return [];
    return validatorUpdates(validatorSet(this.#basis.states.head), validatorSet(state));
  }

  *#seal(builder: BlockBuilder): Steps<ExecutedBlock> {
    const { states, reader } = this.#basis;
    const parent = reader.head().hash;
    const transition = yield* states.prepareInSteps(builder.state.changes());
    yield;
    const block = yield* sealBlock(builder, parent, transition.totals.root);
    const { receipts, events, hookChanges, prints } = builder;
    const parts = { block, receipts, events, hookChanges, prints, transition };
    return { ...parts, validatorUpdates: this.#validatorUpdates(builder) };
  }
}
