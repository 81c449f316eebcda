import { availableParallelism } from 'node:os';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Threads } from '../../primitives/threads.ts';
import type { MainThread, WorkKind } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { WorkerPool } from '../../scheduling/worker-pool.ts';
import { type Arrival, decodeHere } from './arrival.ts';
import { Arrivals } from './arrivals.ts';
import type { BatchMessage, BatchOutcome, BatchResult } from './batch-message.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/recovery-thread.cjs', import.meta.url);

/** Transactions that must arrive together before the first thread is started; each takes 10 MB. */
const burstThreshold = 8;

/** Transactions that are decoded together, about a millisecond of work, and their bytes. */
const batchSize = 16;
const batchBytes = 128 * 1024;

/** Batches that a thread has at a time: one in work, and the next. */
const batchesPerThread = 2;

/** Transactions waiting per thread that justify another thread. */
const manyWaiting = 64;

/**
 * How many transactions wait for each thread when the main thread begins to help, if there is no thread left to start,
 * and how many it decodes in each iteration of the event loop.
 */
const worthHelping = 24;
const helpAtOnce = 4;

/**
 * Transactions that are settled together, some milliseconds of work for those who wait for them: a thread that ends may
 * have held up all that came after its own.
 */
const settledAtOnce = 64;

type RecoveryOptions = {
  readonly name?: string;
  /** Defaults to all cores but that of the main thread. */
  readonly maxThreads?: number;
  /** what its rounds on the main thread count as */
  readonly kind?: WorkKind;
};

/**
 * Decodes raw transactions, those of each client in the order of their arrival, clients by turns. Recovering a sender
 * takes longer than everything else a submission does: when many arrive together, threads do it while the main thread
 * builds blocks, and helps when many wait.
 */
export class SenderRecovery {
  readonly #arrivals = new Arrivals();
  readonly #pool: WorkerPool<BatchMessage, BatchResult>;
  readonly #maxThreads: number;
  readonly #mainThread: MainThread;
  readonly #kind: WorkKind;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  /** arrived since the last round */
  #fresh = 0;
  #isTurnDue = false;

  constructor(threads: Threads, mainThread: MainThread, options: RecoveryOptions = {}) {
    const { name = 'sender recovery', maxThreads = Math.max(1, availableParallelism() - 1) } = options;
    this.#kind = options.kind ?? 'submission';
    this.#maxThreads = maxThreads;
    this.#mainThread = mainThread;
    this.#pool = new WorkerPool({ name, program, threads, maxThreads, tasksPerThread: batchesPerThread });
  }

  /**
   * EIP-2718 bytes → transaction. Rejects with a TransactionDecodeError. `known` is called when its turn has come, and
   * saves the work when the transaction has been decoded elsewhere.
   */
  decode(
    raw: Uint8Array,
    { network }: Pick<Owner, 'network'>,
    known?: () => Transaction | undefined,
  ): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ raw, network, resolve, reject, known, settle: undefined, next: undefined });
      this.#fresh++;
      this.#comeBack();
    });
  }

  /** Whether a thread is loaded. */
  get isThreaded(): boolean {
    return this.#pool.ready > 0;
  }

  /** Threads, also those that are being loaded. */
  get threads(): number {
    return this.#pool.statistics.threads;
  }

  /** Ends the threads; what they have not done is done by the main thread. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  #comeBack(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    const round = () => {
      this.#isTurnDue = false;
      this.#share();
    };
    // never in the iteration of the round before: those whose transactions it settled have their turn first
    void this.#mainThread.turn(this.#kind, this.#owner).then(() => this.#run(round));
  }

  /** One round: passes transactions to the threads, and decodes some here when there are many. */
  #share(): void {
    const { isSingle } = this.#arrivals;
    if (this.#fresh >= burstThreshold) this.#startThread();
    this.#fresh = 0;
    const { ready } = this.#pool;
    if (isSingle || ready === 0) this.#decodeHere(batchSize);
    else {
      this.#pass();
      this.#help(ready);
    }
    this.#settle();
    if (this.#pool.ready === 0 && this.#arrivals.waiting > 0) this.#comeBack();
  }

  /** The threads get one batch each, by turns. What finds no room is passed with the next results. */
  #pass(): void {
    while (this.#pool.room > 0 && this.#arrivals.waiting > 0) {
      const batch = this.#unknown(this.#arrivals.take(batchSize, batchBytes));
      if (batch.length > 0) void this.#decodeThere(batch);
    }
  }

  /** What no thread can decode is decoded here. */
  async #decodeThere(batch: readonly Arrival[]): Promise<void> {
    const result = await this.#pool.run(batch.map(({ raw }) => raw.slice())).catch((): BatchResult => []);
    const round = () => {
      for (const [index, arrival] of batch.entries()) this.#decode(arrival, result[index]);
      this.#settle();
      if (this.#arrivals.waiting > 0) this.#share();
    };
    this.#run(round);
  }

  /** A round fails only by a fault of the program, which the main thread notes. */
  #run(round: () => void): void {
    this.#mainThread.run(this.#kind, this.#owner, round, (error) => {
      throw error;
    });
  }

  /** What has not been decoded elsewhere. */
  #unknown(arrivals: readonly Arrival[]): readonly Arrival[] {
    return arrivals.filter((arrival) => {
      if (arrival.known?.() === undefined) return true;
      this.#decode(arrival);
      return false;
    });
  }

  /** Decodes some of what waits when the threads have enough without it. */
  #help(ready: number): void {
    const enough = this.threads < this.#maxThreads ? manyWaiting : worthHelping;
    if (this.#arrivals.waiting < enough * ready) return;
    this.#decodeHere(helpAtOnce);
    this.#comeBack();
  }

  #decodeHere(count: number): void {
    for (const arrival of this.#arrivals.take(count, batchBytes)) this.#decode(arrival);
  }

  #decode(arrival: Arrival, outcome?: BatchOutcome): void {
    decodeHere(arrival, outcome);
    this.#arrivals.noteDecoded(arrival);
  }

  /** Starts another thread when many wait for those there are. */
  #startThread(): void {
    const { threads } = this;
    if (threads < this.#maxThreads && this.#arrivals.waiting >= threads * manyWaiting) this.#pool.prepare(threads + 1);
  }

  #settle(): void {
    if (this.#arrivals.settle(settledAtOnce)) this.#comeBack();
  }
}
