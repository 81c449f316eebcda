import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Deadline, RejectedCandidate } from '../../chain/build-block.ts';
import type { BlockPlan, BuiltBlock } from '../../chain/next-block.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import type { Vote } from '../../kernel/module.ts';
import { dropReasonOf } from '../../mempool/drop-reasons.ts';
import type { Address } from '../../primitives/address.ts';
import { type Steps, stepsWhile } from '../../primitives/steps.ts';
import type { WorkTime } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { BuildDeadline } from '../building/build-deadline.ts';
import { FinishingTime } from '../building/finishing-time.ts';
import { withoutLong } from '../building/long-transactions.ts';
import { BlockDates } from './block-dates.ts';
import type { ProducerDependencies } from './producer-dependencies.ts';

/** A block that was built to its end. */
export type MadeBlock = BuiltBlock & {
  /** Whether it is in the chain now: one without transactions only where that was asked for. */
  readonly isCommitted: boolean;
  /** Whether the deadline came before the end of the candidates. */
  readonly isFull: boolean;
  /** milliseconds that it took, without the work of others meanwhile */
  readonly durationMs: number;
};

/** Longest time that one block may take, in ms: executing transactions is a part of it. */
const maxBuildMs = 500;

/**
 * Makes single blocks from the pool: builds one on the head, and commits it. All of it is one piece of work of the main
 * thread, in steps; when what the block depends on changes meanwhile, it is given up.
 */
export class BlockMaker {
  readonly #dependencies: ProducerDependencies;
  readonly #owner: Owner = { network: 'blocks', connection: this, hasLeft: false };
  readonly #finishing = new FinishingTime();
  #proposer: Address;
  /** number of changes of what blocks depend on */
  #changes = 0;
  /** the times of the blocks */
  readonly dates: BlockDates;

  constructor(dependencies: ProducerDependencies) {
    const { chain, clock, proposer, hasDistinctTimes = false } = dependencies;
    this.#dependencies = dependencies;
    this.#proposer = proposer;
    this.dates = new BlockDates(clock, () => chain.reader.head().timestamp, {
      areDistinct: hasDistinctTimes,
      onChange: () => this.giveUp(),
    });
  }

  /** The account that proposes all further blocks; undefined for the usual one. */
  setProposer(proposer: Address = this.#dependencies.proposer): void {
    this.#proposer = proposer;
    this.giveUp();
  }

  /** To be called when what blocks depend on changes, other than the pool: no block that is under way is committed. */
  giveUp(): void {
    this.#changes++;
  }

  /**
   * Makes a block; `keepsEmpty`: also one without transactions is committed. Resolves with undefined when it was given
   * up, or the signal aborts before it is written. Rejects when a block cannot be executed or written.
   */
  make(keepsEmpty: boolean, signal: AbortSignal): Promise<MadeBlock | undefined> {
    const { mainThread } = this.#dependencies;
    const isCurrent = this.#currency(); // as of now: a change may come before its turn
    return mainThread.runSteps('block', this.#owner, (time) => this.#makeInSteps(keepsEmpty, signal, isCurrent, time));
  }

  /** See ConsensusDriver. */
  preview(time: WorkTime, limitMs: number): BlockPlan {
    return this.#plan(new BuildDeadline(time, limitMs, this.#finishing.perTransactionMs), withoutLong(time));
  }

  /** See ConsensusDriver. */
  previewInputs(): string {
    const { baseFee, gasLimit, prevRandao } = this.#dependencies.chain.rules.overrides;
    return `${Math.floor(this.dates.time / 1000)} ${this.#proposer} ${baseFee} ${gasLimit} ${prevRandao}`;
  }

  *#makeInSteps(
    keepsEmpty: boolean,
    signal: AbortSignal,
    isCurrent: () => boolean,
    time: WorkTime,
  ): Steps<MadeBlock | undefined> {
    const deadline = new BuildDeadline(time, maxBuildMs, this.#finishing.perTransactionMs);
    const { proposal, candidates, long } = this.#plan(deadline, this.#dependencies.long);
    const steps = this.#dependencies.chain.next.buildInSteps(proposal, candidates, deadline, long);
    const built = yield* stepsWhile(steps, signal, isCurrent);
    if (built === undefined) return undefined;
    const { length } = built.executed.block.transactions;
    const isCommitted = length > 0 || keepsEmpty;
    if (!isCommitted) this.#drop(built.rejected);
    else if (!(yield* this.#commit(built, signal, isCurrent))) return undefined;
    this.#finishing.learn(length, deadline.sinceFilled);
    return Object.assign(built, { isCommitted, isFull: deadline.isFull, durationMs: time.elapsed() });
  }

  #plan(deadline: Deadline, long: LongTransactions | undefined): BlockPlan {
    const { chain, mempool, arrange } = this.#dependencies;
    const { pending, queued } = mempool.counts();
    const [waitingTransactions, waitingBytes] = [pending + queued, mempool.byteSize()];
    const report = { time: this.dates.time, waitingTransactions, waitingBytes, votes: this.#votes(), misbehaviour: [] };
    const candidates = arrange(mempool.candidates(chain.next.baseFee()));
    return { proposal: { miner: this.#proposer, report }, candidates, deadline, long };
  }

  /** Removes transactions that cannot be executed from the pool, so that they are not tried again. */
  #drop(rejected: readonly RejectedCandidate[]): void {
    for (const { transaction, error } of rejected) {
      this.#dependencies.mempool.remove(transaction.hash, dropReasonOf(error));
      if (!(error instanceof TransactionFaultError)) this.#dependencies.onInternalError(error, transaction);
    }
  }

  /**
   * Returns whether the block was committed: not when something else than the pool has changed meanwhile. What it has
   * rejected may be valid in another block, and leaves the pool with this one only.
   */
  *#commit({ executed, rejected }: BuiltBlock, signal: AbortSignal, isCurrent: () => boolean): Steps<boolean> {
    const { chain, mainThread } = this.#dependencies;
    const prepared = yield* stepsWhile(chain.prepareCommit(executed), signal, isCurrent);
    if (prepared === undefined) return false;
    let isCommitted = false;
    const write = async () => {
      if (!isCurrent()) return; // another block may have been under way
      this.#drop(rejected);
      await chain.commitPrepared(prepared, (publish) => mainThread.measure('block', publish));
      this.dates.advance();
      isCommitted = true;
    };
    yield chain.whenIdle(write);
    return isCommitted;
  }

  /** Returns a function that says whether the head and the settings for blocks are unchanged since now. */
  #currency(): () => boolean {
    const { reader } = this.#dependencies.chain;
    const [{ hash: parent }, changes] = [reader.head(), this.#changes];
    return () => reader.head().hash === parent && this.#changes === changes;
  }

  /** The one validator that signs, signs every block; nobody signs the genesis block. */
  #votes(): readonly Vote[] {
    const { chain, consensusOf } = this.#dependencies;
    const validator =
      chain.reader.head().number > chain.reader.identity.genesisHeight
        ? consensusOf(this.#dependencies.proposer)
        : undefined;
    return validator === undefined ? [] : [{ validator, signed: true }];
  }
}
