import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Deadline, RejectedCandidate } from '../../chain/build-block.ts';
import type { BuiltBlock } from '../../chain/chain.ts';
import type { PreparedBlock } from '../../chain/prepare-block.ts';
import type { CommittedBlock } from '../../chain/types.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { minTransactionGas } from '../../evm/transaction/gas-cost.ts';
import type { Vote } from '../../kernel/module.ts';
import type { NetworkStatus } from '../../kernel/network-status.ts';
import { feeCap } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { runToEnd, type Steps } from '../../primitives/steps.ts';
import { BlockTime } from '../building/block-time.ts';
import { BuildDeadline } from '../building/build-deadline.ts';
import { wasInterrupted } from '../building/fetch-origin.ts';
import { FinishingTime } from '../building/finishing-time.ts';
import { InterruptibleTimer } from '../building/interruptible-timer.ts';
import { withoutLong } from '../building/long-transactions.ts';
import { runInTurnsWhile } from '../building/run-in-turns.ts';
import type { ConsensusDriver } from '../consensus-driver.ts';
import { BlockDates } from './block-dates.ts';
import { DriverEndedError } from './driver-ended-error.ts';
import { Gathering } from './gathering.ts';
import { lowestBaseFee } from './lowest-base-fee.ts';
import type { ProducerDependencies } from './producer-dependencies.ts';

type BuiltInTurns = BuiltBlock & {
  readonly deadline: BuildDeadline;
  /** Whether nothing but the pool has changed since it was begun: `mine` and the timer may both be making a block. */
  readonly isCurrent: () => boolean;
};

/** What exclusive work has. */
export type ProducerTurn = {
  /** aborts when the driver is to end */
  readonly signal: AbortSignal;
  /** Makes a block now, also an empty one. Rejects with a DriverEndedError. */
  readonly mine: () => Promise<CommittedBlock>;
};

/** Longest time that one block may take, in ms, of which executing transactions is a part. */
const buildTime = 500;
/** The same for a preview. */
const previewTime = 50;
/** Milliseconds until candidates are tried again of which a block could hold none, such as while a thread is away. */
const retryTime = 1_000;
/**
 * Builds the blocks of a node without peers: at once when a transaction waits, otherwise an empty one every interval.
 * After a block of many transactions it gathers for a multiple of that block's duration, or until no more arrive, so
 * that under load blocks are large and few. A large block is built in steps, between which other work runs; when its
 * inputs change meanwhile, it is restarted. Nothing else may commit to the chain.
 */
export class BlockProducer implements ConsensusDriver {
  readonly #dependencies: ProducerDependencies;
  readonly #timer: InterruptibleTimer;
  #blockInterval: number;
  #proposer: Address;
  #automine = true;
  /** the times of the blocks */
  readonly dates: BlockDates;
  #hasWork = true;
  /** when candidates are tried again that did not fit an empty block; undefined: there are none */
  #retryAt: number | undefined;
  /** number of changes of the settings that blocks depend on */
  #changes = 0;
  /** Whether the last block was given up for the turns of others, so that the next has a turn of its own. */
  #gaveWay = false;
  /** Whether the last block ended at its deadline, and as many transactions wait again. */
  #isBehind = false;
  readonly #finishing = new FinishingTime();
  /** resolves when everybody has had their turn */
  #turns: Promise<void> = Promise.resolve();
  readonly #end = new AbortController();
  /** Measured by the monotonic clock, like all waiting */
  #lastBlockAt: number;
  readonly #gathering: Gathering;

  constructor(dependencies: ProducerDependencies) {
    this.#dependencies = dependencies;
    this.#timer = new InterruptibleTimer(dependencies.clock);
    const parentTime = () => dependencies.chain.reader.head().timestamp;
    this.dates = new BlockDates(dependencies.clock, parentTime, () => this.#changes++);
    this.#blockInterval = dependencies.blockInterval;
    this.#proposer = dependencies.proposer;
    this.#lastBlockAt = dependencies.clock.elapsed();
    this.#gathering = new Gathering(this.#lastBlockAt);
  }

  /** Makes blocks until the signal aborts. Rejects when a block cannot be executed or written. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = this.#dependencies.mempool.onPending({ kind: 'critical', name: 'block producer' }, (tx) => {
      this.#gathering.arrive(this.#dependencies.clock.elapsed());
      if (this.#hasWork) return;
      if (feeCap(tx) >= this.#dependencies.chain.nextBaseFee()) this.#hasWork = true;
      else if (this.#blockInterval > 0) return; // the base fee falls with the next blocks
      this.#timer.interrupt();
    });
    const sleep = (milliseconds: number) => this.#timer.sleep(milliseconds, signal);
    const end = () => this.#end.abort(); // whoever has a turn, for which it may wait
    signal.addEventListener('abort', end, { once: true });
    const stopRewinds = this.#dependencies.chain.onRewind({ kind: 'critical', name: 'block producer' }, () => {
      this.#changes++;
      this.reconsider();
    });
    try {
      while (!signal.aborted) {
        const isFree = !this.#gaveWay && (await this.#othersAreDone());
        const wait = this.#timeToNext();
        const produce = () => (isFree ? this.#produce(signal) : this.#produceInTurn(signal));
        if (wait === 0) this.#hasWork = (await wasInterrupted(produce, sleep, signal)) || this.#hasWork;
        await (wait === 0 ? nextTurn() : this.#timer.sleep(wait, signal));
      }
    } finally {
      stop();
      stopRewinds();
      signal.removeEventListener('abort', end);
      end();
      while (!(await this.#othersAreDone()));
    }
  }

  /** Makes a block now, also an empty one, in its turn. Rejects with a DriverEndedError. */
  mine(): Promise<CommittedBlock> {
    return this.exclusively(({ mine }) => mine());
  }

  /**
   * Calls `work`, which changes the chain or what blocks depend on, in its turn, while nobody makes blocks: one that is
   * under way is restarted afterwards. Resolves with what it returns. Rejects with a DriverEndedError when the driver
   * has ended.
   */
  exclusively<T>(work: (turn: ProducerTurn) => MaybePromise<T>): Promise<T> {
    return this.inTurn(async () => {
      this.#changes++;
      await this.#dependencies.chain.whenIdle(() => {});
      return await work({ signal: this.#end.signal, mine: () => this.#mineNext() });
    });
  }

  /**
   * Calls `work`, which changes nothing that blocks depend on, when nobody works exclusively: turns follow each other in
   * the order of the calls. Rejects with a DriverEndedError when the driver has ended.
   */
  inTurn<T>(work: () => MaybePromise<T>): Promise<T> {
    const done = this.#turns.then(() => {
      if (this.#end.signal.aborted) throw new DriverEndedError();
      return work();
    });
    this.#turns = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** Waits for those who have a turn or wait for one; resolves with whether others have come meanwhile. */
  async #othersAreDone(): Promise<boolean> {
    const last = this.#turns;
    await last;
    return last === this.#turns;
  }

  async #mineNext(): Promise<CommittedBlock> {
    const { clock } = this.#dependencies;
    for (;;) {
      const time = new BlockTime(clock);
      const built = await this.#buildInTurns(time, this.#end.signal);
      const committed = built && (await this.#commit(built, time, this.#end.signal));
      if (this.#end.signal.aborted) throw new DriverEndedError();
      if (committed !== true) continue;
      this.#timer.interrupt(); // the base fee may have fallen enough for others
      return built.executed;
    }
  }

  /** The block that would be made now; it is not kept, and the pool keeps what it left out. */
  preview(): CommittedBlock {
    const { clock } = this.#dependencies;
    const deadline = new BuildDeadline(clock, previewTime, this.#finishing.perTransaction);
    return runToEnd(this.#begin(deadline, withoutLong(clock, previewTime))).executed;
  }

  /** There are no peers. */
  network(): NetworkStatus {
    return { peers: [], syncing: undefined };
  }

  rejectedFromPeers(): ReadonlyMap<string, number> {
    return new Map();
  }

  /** Nobody votes. */
  async consensus(): Promise<undefined> {
    return undefined;
  }

  process(): undefined {}

  decidedRounds(): ReadonlyMap<number, number> {
    return new Map();
  }

  /** Makes a block if anything that waits is payable now: to be called when what blocks depend on has changed. */
  reconsider(): void {
    this.#hasWork = true;
    this.#timer.interrupt();
  }

  /** Whether waiting transactions cause a block. */
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

  /** The account that proposes all further blocks. */
  setProposer(proposer: Address): void {
    this.#proposer = proposer;
    this.#changes++;
  }

  /** Milliseconds until a block may be due; undefined when none is planned. */
  #timeToNext(): number | undefined {
    const now = this.#dependencies.clock.elapsed();
    let next = this.#blockInterval > 0 ? this.#emptyBlockAt() : Number.POSITIVE_INFINITY;
    if (this.#automine) next = Math.min(next, this.#blockForWaitingAt(now));
    return next === Number.POSITIVE_INFINITY ? undefined : Math.max(0, next - now);
  }

  /** When a block is due because of what waits in the pool; Infinity: nothing is payable. */
  #blockForWaitingAt(now: number): number {
    if (this.#hasWork) return this.#isBehind || this.#canFillBlock() ? now : this.#gathering.end;
    return this.#mustLowerFee() ? now : (this.#retryAt ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Whether nothing is payable until the base fee has fallen, which takes empty blocks, and none are planned. They are
   * made at once: the fee falls by an eighth with each, to its floor at most.
   */
  #mustLowerFee(): boolean {
    const { chain, mempool } = this.#dependencies;
    if (this.#blockInterval > 0 || mempool.counts().pending === 0) return false;
    const fee = chain.nextBaseFee();
    const lowest = lowestBaseFee(chain.reader, fee);
    return lowest < fee && !mempool.hasCandidates(fee) && mempool.hasCandidates(lowest);
  }

  #emptyBlockAt(): number {
    return this.#lastBlockAt + this.#blockInterval;
  }

  /** Whether gathering more transactions would only delay them. */
  #canFillBlock(): boolean {
    const { chain, mempool } = this.#dependencies;
    return BigInt(mempool.counts().pending) * minTransactionGas >= chain.rules.parameters.gasLimit;
  }

  /** After those who wait for a turn, and before those who come later: clients may send without end what takes turns. */
  async #produceInTurn(signal: AbortSignal): Promise<void> {
    try {
      await this.inTurn(async () => {
        if (this.#timeToNext() === 0) await this.#produce(signal);
      });
    } catch (error) {
      if (!(error instanceof DriverEndedError)) throw error;
    }
  }

  async #produce(signal: AbortSignal): Promise<void> {
    const { mempool, clock } = this.#dependencies;
    const isOver = this.#blockInterval > 0 && clock.elapsed() >= this.#emptyBlockAt();
    const isEmptyDue = isOver || (this.#automine && !this.#hasWork && this.#mustLowerFee());
    const time = new BlockTime(clock);
    this.#hasWork = false; // until more arrive
    this.#retryAt = undefined;
    const built = await this.#buildInTurns(time, signal);
    this.#gaveWay = built === undefined;
    const length = built?.executed.block.transactions.length ?? 0;
    if (built === undefined) this.#hasWork = true;
    else if (length > 0 || isEmptyDue) this.#gaveWay = !(await this.#commit(built, time, signal));
    else this.#followEmpty(built);
    if (built !== undefined) this.#finishing.learn(length, built.deadline.sinceFilled);
    this.#isBehind = built?.deadline.isFull === true && mempool.counts().pending >= length;
    this.#gathering.begin(clock.elapsed(), length, time.elapsed());
  }

  /** After a block for transactions turned out empty: others may be payable, or none fits now. */
  #followEmpty({ rejected }: BuiltInTurns): void {
    const { chain, mempool, clock } = this.#dependencies;
    const hasCandidates = mempool.hasCandidates(chain.nextBaseFee());
    if (rejected.length > 0) this.#hasWork = hasCandidates;
    else if (hasCandidates) this.#retryAt = clock.elapsed() + retryTime;
  }

  /** undefined when anything but the pool has changed meanwhile */
  async #buildInTurns(time: BlockTime, signal: AbortSignal): Promise<BuiltInTurns | undefined> {
    const isCurrent = this.#currency();
    const deadline = new BuildDeadline(time, buildTime, this.#finishing.perTransaction);
    const { long } = this.#dependencies;
    const built = await runInTurnsWhile(this.#begin(deadline, long), time, signal, isCurrent);
    if (built !== undefined) this.#drop(built.rejected);
    return built && { ...built, deadline, isCurrent };
  }

  #begin(deadline: Deadline, long?: LongTransactions): Steps<BuiltBlock> {
    const { chain, mempool } = this.#dependencies;
    const { pending, queued } = mempool.counts();
    const [waitingTransactions, waitingBytes] = [pending + queued, mempool.byteSize()];
    const report = { time: this.dates.time, waitingTransactions, waitingBytes, votes: this.#votes(), misbehaviour: [] };
    const candidates = this.#dependencies.arrange(mempool.candidates(chain.nextBaseFee()));
    return chain.buildInSteps({ miner: this.#proposer, report }, candidates, deadline, long);
  }

  /** Removes transactions that cannot be executed from the pool, so that they are not tried again. */
  #drop(rejected: readonly RejectedCandidate[]): void {
    for (const { transaction, error } of rejected) {
      this.#dependencies.mempool.remove(transaction.hash);
      if (!(error instanceof TransactionFaultError)) this.#dependencies.onInternalError(error, transaction);
    }
  }

  /** Whether the block was committed: not when something else than the pool has changed meanwhile. */
  async #commit({ executed, isCurrent }: BuiltInTurns, time: BlockTime, signal: AbortSignal): Promise<boolean> {
    const { chain, mempool, clock } = this.#dependencies;
    const prepared = await runInTurnsWhile(chain.prepareCommit(executed), time, signal, isCurrent);
    const write = async (block: PreparedBlock) => {
      if (!isCurrent()) return false;
      await chain.commitPrepared(block);
      return true;
    };
    // a block of `mine` may be under way
    const isMade = prepared !== undefined && (await chain.whenIdle(() => write(prepared)));
    this.#hasWork = !isMade || mempool.hasCandidates(chain.nextBaseFee());
    if (!isMade) return false;
    this.#lastBlockAt = clock.elapsed();
    this.dates.advance();
    return true;
  }

  /** Returns a function that says whether the head and the settings for blocks are unchanged since now. */
  #currency(): () => boolean {
    const { reader } = this.#dependencies.chain;
    const [{ hash: parent }, changes] = [reader.head(), this.#changes];
    return () => reader.head().hash === parent && this.#changes === changes;
  }

  /** The one validator that signs, signs every block; nobody signs the genesis block. */
  #votes(): readonly Vote[] {
    const { chain, proposer, consensusOf } = this.#dependencies;
    const validator = chain.reader.head().number > 0 ? consensusOf(proposer) : undefined;
    return validator === undefined ? [] : [{ validator, signed: true }];
  }
}
