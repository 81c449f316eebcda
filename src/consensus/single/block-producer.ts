import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Deadline, RejectedCandidate } from '../../chain/build-block.ts';
import { type BuildStep, type BuildSteps, runToEnd } from '../../chain/build-step.ts';
import type { BuiltBlock, Chain } from '../../chain/chain.ts';
import type { ExecutedBlock } from '../../chain/commit-block.ts';
import type { CommittedBlock } from '../../chain/types.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { minTransactionGas } from '../../evm/transaction/gas-cost.ts';
import type { Vote } from '../../kernel/module.ts';
import { feeCap, type Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { Address } from '../../primitives/address.ts';
import { maxTimestamp } from '../../primitives/time.ts';
import { OriginError, StateUnavailableError } from '../../state/origin-state.ts';
import { BlockTime } from '../building/block-time.ts';
import { buildDeadline } from '../building/build-deadline.ts';
import type { Clock } from '../building/clock.ts';
import { FinishingTime } from '../building/finishing-time.ts';
import { InterruptibleTimer } from '../building/interruptible-timer.ts';
import { withoutLong } from '../building/long-transactions.ts';
import { runInTurnsWhile } from '../building/run-in-turns.ts';
import type { ConsensusDriver, NetworkStatus } from '../types.ts';

type ProducerDependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  /** what becomes of transactions that take long; without it they hold this thread */
  readonly long?: LongTransactions | undefined;
  /** the account that proposes every block: the operator of the one validator that signs */
  readonly proposer: Address;
  /** address of the key with which its validator signs; undefined while it operates none */
  readonly consensusOf: (operator: Address) => Address | undefined;
  /** milliseconds after which an empty block is made; 0 = only when transactions wait */
  readonly blockInterval: number;
  /** puts the candidates of the next block, by price, into the order they are tried in */
  readonly arrange: (candidates: Iterable<Transaction>) => Iterable<Transaction>;
  /** Told when a transaction could not be executed for a reason that is no fault of its own: a defect of the node. */
  readonly onInternalError: (error: unknown, transaction: Transaction) => void;
};

type BuiltInTurns = BuiltBlock & {
  /** milliseconds after which the last transaction was executed */
  readonly executedAt: number;
  /** Whether its time was up before the candidates were. */
  readonly isFull: boolean;
};

/** Longest time that one block may take, in ms, of which executing transactions is a part. */
const buildTime = 500;
/** The same for a block that is only looked at. */
const previewTime = 50;
/** Gathering for some times as long as the block took leaves most of the time to the work of accepting transactions. */
const gatherFactor = 4;
/** Transactions in a block from which on gathering takes its full time. Whoever sends one after another never waits for it. */
const busyBlock = 17;
/** Milliseconds until a fork tries a block again whose hooks need what the origin does not return. */
const originRetryTime = 1_000;
/** Longest time to gather transactions after a block, in ms. */
const maxGatherTime = 250;

/**
 * Makes the blocks of a node alone: at once when a transaction waits, else an empty one every interval. After a block of
 * many transactions it gathers for a few times as long as that block took, so that under load blocks are large and few.
 * A large block is made in turns with everything else the node does; when somebody changes meanwhile what it goes by, it
 * is begun anew. Single-handed: nothing else may commit to the chain.
 */
export class BlockProducer implements ConsensusDriver {
  readonly #dependencies: ProducerDependencies;
  readonly #timer: InterruptibleTimer;
  #blockInterval: number;
  #proposer: Address;
  #automine = true;
  /** milliseconds that block times are ahead of the clock */
  #timeShift = 0;
  /** time of the next block, when somebody has set it */
  #nextTime: number | undefined;
  /** milliseconds from the time of each block to that of the next, when somebody has set it */
  #timeStep: number | undefined;
  #hasWork = true;
  /** how often somebody has changed what blocks are made by */
  #changes = 0;
  /** Whether the last block was cut off by its time, and as many transactions wait again. */
  #isBehind = false;
  readonly #finishing = new FinishingTime();
  /** on the steady clock, as all that is waited for */
  #lastBlockAt: number;
  #gatherUntil: number;

  constructor(dependencies: ProducerDependencies) {
    this.#dependencies = dependencies;
    this.#timer = new InterruptibleTimer(dependencies.clock);
    this.#blockInterval = dependencies.blockInterval;
    this.#proposer = dependencies.proposer;
    this.#lastBlockAt = dependencies.clock.elapsed();
    this.#gatherUntil = this.#lastBlockAt;
  }

  /** Makes blocks until the signal aborts. Rejects when a block cannot be executed or written. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = this.#dependencies.mempool.onPending((tx) => {
      if (feeCap(tx) < this.#dependencies.chain.nextBaseFee()) return;
      if (!this.#hasWork) this.#timer.interrupt();
      this.#hasWork = true;
    });
    const stopRewinds = this.#dependencies.chain.onRewind(() => this.#changes++);
    try {
      while (!signal.aborted) {
        const wait = this.#timeToNext();
        if (wait === 0) await this.#produceOrFetch(signal);
        await (wait === 0 ? nextTurn() : this.#timer.sleep(wait, signal));
      }
    } finally {
      stop();
      stopRewinds();
    }
  }

  /** Makes a block now, also an empty one. */
  mine(): CommittedBlock {
    this.#changes++;
    const committed = this.#commit(this.#buildAtOnce(buildTime));
    this.#timer.interrupt(); // the base fee may have fallen to where others wait
    return committed;
  }

  /** The block that would be made now; it is not kept. */
  preview(): CommittedBlock {
    return this.#buildAtOnce(previewTime, withoutLong(this.#dependencies.clock, previewTime));
  }

  /** There is nobody else. */
  network(): NetworkStatus {
    return { peers: [], syncing: undefined };
  }

  /** Nobody votes. */
  async consensus(): Promise<undefined> {
    return undefined;
  }

  decidedRounds(): ReadonlyMap<number, number> {
    return new Map();
  }

  /** Whether waiting transactions bring forth a block by themselves. */
  setAutomine(automine: boolean): void {
    this.#automine = automine;
    this.#changes++;
    this.#timer.interrupt();
  }

  /** As the option: milliseconds, 0 for never. */
  setBlockInterval(milliseconds: number): void {
    this.#blockInterval = milliseconds;
    this.#timer.interrupt();
  }

  get isAutomining(): boolean {
    return this.#automine;
  }

  /** milliseconds, 0 for never */
  get blockInterval(): number {
    return this.#blockInterval;
  }

  /** Milliseconds that block times are ahead of the clock. */
  get timeShift(): number {
    return this.#timeShift;
  }

  /** Time of a block made now, in milliseconds since 1970. */
  get time(): number {
    return this.#blockTime(this.#dependencies.clock.now());
  }

  /** The account that proposes all further blocks. */
  setProposer(proposer: Address): void {
    this.#proposer = proposer;
    this.#changes++;
  }

  /** Moves the time of all further blocks, in milliseconds. */
  shiftTime(milliseconds: number): void {
    this.#timeShift += milliseconds;
    this.#changes++;
  }

  /** Time of the next block, in milliseconds since 1970; those after it go on from there. */
  setNextTime(time: number): void {
    this.#nextTime = time;
    this.#changes++;
  }

  get timeStep(): number | undefined {
    return this.#timeStep;
  }

  /** Milliseconds from the time of each block to that of the next, whatever the clock says; undefined goes by the clock. */
  setTimeStep(milliseconds: number | undefined): void {
    this.#timeStep = milliseconds;
    this.#changes++;
  }

  /** Milliseconds until a block may be due; undefined while nothing is in sight. */
  #timeToNext(): number | undefined {
    const now = this.#dependencies.clock.elapsed();
    const times: number[] = [];
    if (this.#automine && this.#hasWork) times.push(this.#isBehind || this.#canFillBlock() ? now : this.#gatherUntil);
    if (this.#blockInterval > 0) times.push(this.#emptyBlockAt());
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now);
  }

  #emptyBlockAt(): number {
    return this.#lastBlockAt + this.#blockInterval;
  }

  /** Gathering more would only make transactions wait. */
  #canFillBlock(): boolean {
    const { chain, mempool } = this.#dependencies;
    return BigInt(mempool.counts().pending) * minTransactionGas >= chain.rules.parameters.gasLimit;
  }

  /** On a fork: when a block needs what is not stored, fetches it; the block is begun anew. */
  async #produceOrFetch(signal: AbortSignal): Promise<void> {
    try {
      await this.#produce(signal);
    } catch (error) {
      if (error instanceof StateUnavailableError)
        await error.fetch().catch(() => {}); // failed reads drop transactions
      else if (error instanceof OriginError) await this.#timer.sleep(originRetryTime, signal);
      else throw error;
      this.#hasWork = true;
    }
  }

  async #produce(signal: AbortSignal): Promise<void> {
    const { mempool, clock } = this.#dependencies;
    const isEmptyDue = this.#blockInterval > 0 && clock.elapsed() >= this.#emptyBlockAt();
    const time = new BlockTime(clock);
    this.#hasWork = false; // until more comes
    const built = await this.#buildInTurns(time, signal);
    const length = built?.executed.block.transactions.length ?? 0;
    if (built === undefined) this.#hasWork = true;
    else if (length > 0 || isEmptyDue) this.#commit(built.executed);
    else if (built.rejected.length > 0) this.#hasWork = mempool.hasCandidates(this.#dependencies.chain.nextBaseFee());
    if (built !== undefined) this.#finishing.learn(length, time.elapsed() - built.executedAt);
    const busy = Math.max(0, Math.min(length, busyBlock) - 1) / (busyBlock - 1);
    this.#isBehind = built?.isFull === true && mempool.counts().pending >= length;
    this.#gatherUntil = clock.elapsed() + Math.min(Math.floor(busy * gatherFactor * time.elapsed()), maxGatherTime);
  }

  /** undefined when something else than the pool has changed meanwhile */
  async #buildInTurns(time: BlockTime, signal: AbortSignal): Promise<BuiltInTurns | undefined> {
    const { reader } = this.#dependencies.chain;
    const [{ hash: parent }, changes] = [reader.head(), this.#changes];
    const deadline = buildDeadline(time, buildTime, this.#finishing.perTransaction);
    let isFull = false;
    const isOver = (taken: number) => {
      isFull = deadline.isOver(taken);
      return isFull;
    };
    let executedAt: number | undefined;
    const isWanted = (step: BuildStep | undefined) => {
      if (step === undefined || step === 'finishing') executedAt ??= time.elapsed();
      return reader.head().hash === parent && this.#changes === changes;
    };
    const { long } = this.#dependencies;
    const built = await runInTurnsWhile(this.#begin({ ...deadline, isOver }, long), time, signal, isWanted);
    if (built === undefined) long?.thread?.stop();
    else this.#drop(built.rejected);
    return built && { ...built, executedAt: executedAt ?? 0, isFull };
  }

  #buildAtOnce(timeLimit: number, long?: LongTransactions): ExecutedBlock {
    const { clock } = this.#dependencies;
    const steps = this.#begin(buildDeadline(clock, timeLimit, this.#finishing.perTransaction), long);
    const { executed, rejected } = runToEnd(steps);
    this.#drop(rejected);
    return executed;
  }

  #begin(deadline: Deadline, long?: LongTransactions): BuildSteps<BuiltBlock> {
    const { chain, mempool } = this.#dependencies;
    const { pending, queued } = mempool.counts();
    const waiting = { waitingTransactions: pending + queued, waitingBytes: mempool.byteSize() };
    const report = { time: this.time, ...waiting, votes: this.#votes(), misbehaviour: [] };
    const candidates = this.#dependencies.arrange(mempool.candidates(chain.nextBaseFee()));
    return chain.buildInSteps({ miner: this.#proposer, report }, candidates, deadline, long);
  }

  /** What cannot be executed leaves the pool at once, so that it is not tried again and again. */
  #drop(rejected: readonly RejectedCandidate[]): void {
    for (const { transaction, error } of rejected) {
      this.#dependencies.mempool.remove(transaction.hash);
      if (!(error instanceof TransactionFaultError)) this.#dependencies.onInternalError(error, transaction);
    }
  }

  #commit(executed: ExecutedBlock): CommittedBlock {
    const { chain, mempool, clock } = this.#dependencies;
    chain.commit(executed);
    this.#lastBlockAt = clock.elapsed();
    this.#hasWork = mempool.hasCandidates(chain.nextBaseFee());
    if (this.#nextTime !== undefined) this.#timeShift = this.#nextTime - clock.now();
    this.#nextTime = undefined;
    return executed;
  }

  /** The one validator that signs, signs every block; nobody signs the genesis block. */
  #votes(): readonly Vote[] {
    const { chain, proposer, consensusOf } = this.#dependencies;
    const validator = chain.reader.head().number > 0 ? consensusOf(proposer) : undefined;
    return validator === undefined ? [] : [{ validator, signed: true }];
  }

  #blockTime(now: number): number {
    const step = this.#timeStep;
    const ofClock = () => now + this.#timeShift;
    const ofParent = (after: number) => this.#dependencies.chain.reader.head().timestamp * 1000 + after;
    return Math.min(this.#nextTime ?? (step === undefined ? ofClock() : ofParent(step)), maxTimestamp * 1000);
  }
}
