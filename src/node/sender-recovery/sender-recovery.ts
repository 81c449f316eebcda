import { availableParallelism } from 'node:os';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Threads } from '../../primitives/threads.ts';
import { type Arrival, decodeHere } from './arrival.ts';
import { Arrivals } from './arrivals.ts';
import { RecoveryWorker } from './recovery-worker.ts';

/** Transactions that must arrive together before the first thread is started; each takes 10 MB. */
const burstThreshold = 8;

/** Transactions that are decoded together, about a millisecond of work, and their bytes. */
const batchSize = 16;
const batchBytes = 128 * 1024;

/** Transactions that wait for each thread, from which on another is started. */
const manyWaiting = 64;

/**
 * Transactions that wait for each thread, from which on the main thread helps when there is no thread left to start, and
 * how many it decodes in each iteration of the event loop.
 */
const worthHelping = 24;
const helpAtOnce = 4;

/**
 * Transactions that are settled together, some milliseconds of work for those who wait for them: a thread that ends may
 * have held up all that came after its own.
 */
const settledAtOnce = 64;

/** milliseconds without a transaction after which the threads end */
const idleTimeoutMs = 5_000;

/**
 * Decodes raw transactions in the order of their arrival. Recovering a sender takes longer than everything else a
 * submission does: when many arrive together, threads do it while the main thread builds blocks, and helps when many
 * wait.
 */
export class SenderRecovery {
  readonly #arrivals = new Arrivals();
  readonly #threads: Threads;
  readonly #maxWorkers: number;
  /** also those that are being loaded */
  readonly #workers = new Set<RecoveryWorker>();
  readonly #quiet = setTimeout(() => void this.#end(true), idleTimeoutMs).unref();
  /** arrived since the last round */
  #fresh = 0;
  #isTurnDue = false;

  /** `maxThreads`: at most; by default all cores but that of the main thread. */
  constructor(threads: Threads, maxThreads = Math.max(1, availableParallelism() - 1)) {
    this.#threads = threads;
    this.#maxWorkers = maxThreads;
  }

  /**
   * EIP-2718 bytes → transaction. Rejects with a TransactionDecodeError. `known` is called when its turn has come, and
   * saves the work when the transaction has been decoded elsewhere.
   */
  decode(raw: Uint8Array, known?: () => Transaction | undefined): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ raw, resolve, reject, known, settle: undefined, next: undefined });
      this.#fresh++;
      this.#comeBack();
    });
  }

  /** Whether a thread is loaded. */
  get isThreaded(): boolean {
    return this.#ready().length > 0;
  }

  /** Threads, also those that are being loaded. */
  get threads(): number {
    return this.#workers.size;
  }

  /** Ends the threads; what they have not done is done by the main thread. */
  async close(): Promise<void> {
    await this.#end(false);
  }

  async #end(isIdle: boolean): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.end(isIdle)));
  }

  #comeBack(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#share();
    });
  }

  /** One round: passes transactions to the threads, and decodes some here when there are many. */
  #share(): void {
    const { isSingle } = this.#arrivals;
    if (this.#fresh >= burstThreshold) this.#startWorker();
    this.#fresh = 0;
    const workers = this.#ready();
    if (isSingle || workers.length === 0) this.#decodeHere(batchSize);
    else {
      this.#quiet.refresh();
      this.#pass(workers);
      this.#help(workers.length);
    }
    this.#settle();
    if (this.#ready().length === 0 && this.#arrivals.waiting > 0) this.#comeBack();
  }

  /** The threads get one batch each, by turns. What finds no room is passed with the next results. */
  #pass(workers: readonly RecoveryWorker[]): void {
    const withRoom = (some: readonly RecoveryWorker[]) => some.filter(({ hasRoom }) => hasRoom);
    for (let free = withRoom(workers); free.length > 0 && this.#arrivals.waiting > 0; free = withRoom(free)) {
      for (const worker of free) {
        const batch = this.#unknown(this.#arrivals.take(batchSize, batchBytes));
        if (batch.length > 0) worker.decode(batch);
      }
    }
  }

  /** What has not been decoded elsewhere. */
  #unknown(arrivals: readonly Arrival[]): readonly Arrival[] {
    return arrivals.filter((arrival) => {
      if (arrival.known?.() === undefined) return true;
      decodeHere(arrival);
      return false;
    });
  }

  /** Decodes some of what waits when the threads have enough without it. */
  #help(ready: number): void {
    const enough = this.#workers.size < this.#maxWorkers ? manyWaiting : worthHelping;
    if (this.#arrivals.waiting < enough * ready) return;
    this.#decodeHere(helpAtOnce);
    this.#comeBack();
  }

  #decodeHere(count: number): void {
    for (const arrival of this.#arrivals.take(count, batchBytes)) decodeHere(arrival);
  }

  #ready(): readonly RecoveryWorker[] {
    return [...this.#workers].filter(({ isReady }) => isReady);
  }

  /** Starts another thread when many wait for those there are. */
  #startWorker(): void {
    if (this.#workers.size >= this.#maxWorkers || this.#arrivals.waiting < this.#workers.size * manyWaiting) return;
    this.#quiet.refresh(); // it may never get a transaction
    const worker = RecoveryWorker.start(
      this.#threads,
      () => this.#goOn(),
      (ended) => {
        this.#workers.delete(ended);
        this.#goOn();
      },
    );
    if (worker !== undefined) this.#workers.add(worker);
  }

  /** Settles what has been decoded, and goes on with what waits. */
  #goOn(): void {
    this.#settle();
    if (this.#arrivals.waiting > 0) this.#share();
  }

  #settle(): void {
    if (this.#arrivals.settle(settledAtOnce)) this.#comeBack();
  }
}
