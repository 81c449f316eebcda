import type { BlockPlan } from '../../chain/next-block.ts';
import type { CommittedBlock } from '../../chain/types.ts';
import type { NetworkStatus } from '../../kernel/network-status.ts';
import type { Address } from '../../primitives/address.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { WorkTime } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { wasInterrupted } from '../building/fetch-origin.ts';
import { InterruptibleTimer } from '../building/interruptible-timer.ts';
import type { ConsensusDriver } from '../consensus-driver.ts';
import type { BlockDates } from './block-dates.ts';
import { BlockMaker } from './block-maker.ts';
import { BlockSchedule } from './block-schedule.ts';
import { DriverEndedError } from './driver-ended-error.ts';
import type { ProducerDependencies } from './producer-dependencies.ts';
import { ProducerTurns } from './producer-turns.ts';

/** What exclusive work has. */
export type ProducerTurn = {
  /** aborts when the driver is to end */
  readonly signal: AbortSignal;
  /** Makes a block now, also an empty one. Rejects with a DriverEndedError. */
  readonly mine: () => Promise<CommittedBlock>;
};

/**
 * Builds the blocks of a node without peers: at once when a transaction waits, otherwise an empty one every interval.
 * After a block of many transactions it gathers for a multiple of that block's duration, or until no more arrive, so
 * that under load blocks are large and few (`BlockSchedule`). A large block is built in steps, between which other work
 * runs; when its inputs change meanwhile, it is restarted (`BlockMaker`). Nothing else may commit to the chain but who
 * has a turn (`ProducerTurns`).
 */
export class BlockProducer implements ConsensusDriver {
  readonly #dependencies: ProducerDependencies;
  readonly #timer: InterruptibleTimer;
  readonly #maker: BlockMaker;
  readonly #schedule: BlockSchedule;
  readonly #turns = new ProducerTurns();
  readonly #owner: Owner = { network: 'blocks', connection: this, hasLeft: false };
  /** Whether the last block was given up for the turns of others, so that the next has a turn of its own. */
  #gaveWay = false;

  constructor(dependencies: ProducerDependencies) {
    this.#dependencies = dependencies;
    this.#timer = new InterruptibleTimer(dependencies.clock);
    this.#maker = new BlockMaker(dependencies);
    this.#schedule = new BlockSchedule(dependencies);
  }

  /** Makes blocks until the signal aborts. Rejects when a block cannot be executed or written. */
  async run(signal: AbortSignal): Promise<void> {
    const { chain, mempool, mainThread } = this.#dependencies;
    const stopListening = mempool.onPending({ kind: 'critical', name: 'block producer' }, (tx) => {
      if (this.#schedule.arrive(tx)) this.#timer.interrupt();
    });
    const sleep = (milliseconds: number | undefined) => this.#timer.sleep(milliseconds, signal);
    const end = () => this.#turns.abort(); // whoever has a turn, for which it may wait
    signal.addEventListener('abort', end, { once: true });
    const stopRewinds = chain.onRewind({ kind: 'critical', name: 'block producer' }, () => {
      this.#maker.giveUp();
      this.reconsider();
    });
    try {
      while (!signal.aborted) {
        const isFree = !this.#gaveWay && (await this.#turns.areDone());
        const wait = this.#schedule.timeToNextMs;
        const produce = () => (isFree ? this.#produce(signal) : this.#produceInTurn(signal));
        if (wait === 0 && (await wasInterrupted(produce, sleep, signal))) this.#schedule.reconsider();
        await (wait === 0 ? mainThread.turn('block', this.#owner) : sleep(wait));
      }
    } finally {
      stopListening();
      stopRewinds();
      signal.removeEventListener('abort', end);
      await this.#turns.end();
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
      this.#maker.giveUp();
      await this.#dependencies.chain.whenIdle(() => {});
      return await work({ signal: this.#turns.signal, mine: () => this.#mineNext() });
    });
  }

  /**
   * Calls `work`, which changes nothing that blocks depend on, when nobody works exclusively: turns follow each other in
   * the order of the calls. Rejects with a DriverEndedError when the driver has ended.
   */
  inTurn<T>(work: () => MaybePromise<T>): Promise<T> {
    return this.#turns.take(work);
  }

  preview(time: WorkTime, limitMs: number): BlockPlan {
    return this.#maker.preview(time, limitMs);
  }

  previewInputs(): string {
    return this.#maker.previewInputs();
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
    this.#schedule.reconsider();
    this.#timer.interrupt();
  }

  /** Whether waiting transactions cause a block; with `onlyNew` those that wait now do so with the next that arrives. */
  setAutomine(automine: boolean, onlyNew = false): void {
    this.#schedule.automine = automine;
    if (onlyNew) this.#schedule.waitForNext();
    this.#maker.giveUp();
    this.#timer.interrupt();
  }

  /** As the option: milliseconds, 0 for never. */
  setBlockInterval(milliseconds: number): void {
    this.#schedule.blockIntervalMs = milliseconds;
    this.#timer.interrupt();
  }

  get isAutomining(): boolean {
    return this.#schedule.automine;
  }

  /** milliseconds, 0 for never */
  get blockIntervalMs(): number {
    return this.#schedule.blockIntervalMs;
  }

  /** The account that proposes all further blocks; undefined for the usual one. */
  setProposer(proposer: Address | undefined): void {
    this.#maker.setProposer(proposer);
  }

  /** The times of the blocks. */
  get dates(): BlockDates {
    return this.#maker.dates;
  }

  async #mineNext(): Promise<CommittedBlock> {
    const { signal } = this.#turns;
    for (;;) {
      const made = await this.#maker.make(true, signal);
      if (made !== undefined) this.#schedule.noteBlock();
      if (signal.aborted) throw new DriverEndedError();
      if (made === undefined) continue;
      this.#timer.interrupt(); // the base fee may have fallen enough for others
      return made.executed;
    }
  }

  /** After those who wait for a turn, and before those who come later: clients may send without end what takes turns. */
  async #produceInTurn(signal: AbortSignal): Promise<void> {
    try {
      await this.inTurn(async () => {
        if (this.#schedule.timeToNextMs === 0) await this.#produce(signal);
      });
    } catch (error) {
      if (!(error instanceof DriverEndedError)) throw error;
    }
  }

  async #produce(signal: AbortSignal): Promise<void> {
    const due = this.#schedule.begin();
    this.#gaveWay = false;
    if (due === undefined) return;
    const made = await this.#maker.make(due === 'any', signal);
    this.#gaveWay = made === undefined;
    this.#schedule.end(made);
  }
}
