import { availableParallelism } from 'node:os';
import { decodeTransaction, restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { RecoveryWorker } from './recovery-worker.ts';
import { type RecoveredSender, SharedQueue } from './shared-queue.ts';

type Arrival = {
  readonly raw: Uint8Array;
  readonly resolve: (transaction: Transaction) => void;
  readonly reject: (error: unknown) => void;
  /** the transaction, once it has been decoded elsewhere */
  readonly known: (() => Transaction | undefined) | undefined;
  /** its number in the shared queue, when it is there */
  number: number | undefined;
  /** settles the promise of the caller; set when this thread has decoded the transaction before its turn */
  settle: (() => void) | undefined;
};

/** Transactions that must arrive together before the first thread is started; each takes 10 MB. */
const burstThreshold = 8;

/** Transactions that the main thread decodes at once; everything else waits meanwhile. */
const atOnce = 16;

/** Transactions that wait for each thread, from which on another is started. */
const manyWaiting = 64;

/**
 * Transactions that wait for each thread, from which on the main thread helps when there is no thread left to start, and
 * how many it decodes in each iteration of the event loop. Measured gain on 2 cores, 50 clients with one transaction a
 * request: 1.18 times as many transfers, 1.1 times as many ERC-20 transfers (helping from 64 on, 16 at once: none).
 */
const worthHelping = 24;
const helpAtOnce = 4;

/** Transactions that wait for each thread that is awake, from which on another is woken. */
const worthWaking = 8;

/** Bytes above which a transaction has no room in the shared queue: the main thread decodes it. */
const longRaw = 128 * 1024;

/** milliseconds without a transaction after which the threads end */
const idleTimeoutMs = 5_000;

/** The main thread, as one that takes from the shared queue. */
const here = 0;

/**
 * Decodes raw transactions in the order of their arrival. Recovering a sender takes longer than everything else a
 * submission does: when many arrive together, threads do it while the main thread builds blocks, and helps when many
 * wait.
 */
export class SenderRecovery {
  /** in the order of arrival, until their promises are settled */
  readonly #queue: Arrival[] = [];
  /** the last of them, which are not in the shared queue yet */
  readonly #fresh: Arrival[] = [];
  /** created with the first thread */
  #shared: SharedQueue | undefined;
  #isTurnDue = false;
  /** also those that are being loaded, by their numbers in the shared queue */
  readonly #workers = new Map<number, RecoveryWorker>();
  readonly #maxWorkers: number;
  readonly #quiet = setTimeout(() => this.#end(true), idleTimeoutMs).unref();

  /** `maxThreads`: at most; by default all cores but that of the main thread. */
  constructor(maxThreads = Math.max(1, availableParallelism() - 1)) {
    this.#maxWorkers = maxThreads;
  }

  /**
   * EIP-2718 bytes → transaction. Rejects with a TransactionDecodeError. `known` is called when its turn has come, and
   * saves the work when the transaction has been decoded elsewhere.
   */
  decode(raw: Uint8Array, known?: () => Transaction | undefined): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      const arrival: Arrival = { raw, resolve, reject, known, number: undefined, settle: undefined };
      this.#queue.push(arrival);
      this.#fresh.push(arrival);
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
    await Promise.all([...this.#workers.values()].map((worker) => worker.end(isIdle)));
  }

  #comeBack(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#share();
    });
  }

  /** One round: offers transactions to the threads, and decodes some here when there are many. */
  #share(): void {
    const workers = this.#workersFor(this.#fresh.length);
    if (this.#shared !== undefined && workers.length > 0) this.#offer(this.#shared, workers);
    else for (const arrival of this.#fresh.splice(0, atOnce)) decodeHere(arrival);
    this.#help(workers);
    this.#settle();
    if (workers.length === 0 && this.#fresh.length > 0) this.#comeBack();
  }

  /** What finds no room is offered when results have been collected. */
  #offer(shared: SharedQueue, workers: readonly RecoveryWorker[]): void {
    let count = 0;
    for (const arrival of this.#fresh) {
      if (arrival.raw.length > longRaw || arrival.known?.() !== undefined) decodeHere(arrival);
      else {
        arrival.number = shared.offer(arrival.raw);
        if (arrival.number === undefined) break;
      }
      count++;
    }
    this.#fresh.splice(0, count);
    let left = shared.waiting;
    for (const worker of workers) {
      if (left <= 0) return;
      worker.wake();
      left -= worthWaking;
    }
  }

  /** Decodes some of what waits in the shared queue when the threads have enough without it, or there are none. */
  #help(workers: readonly RecoveryWorker[]): void {
    const shared = this.#shared;
    if (shared === undefined) return;
    const enough = this.#workers.size < this.#maxWorkers ? manyWaiting : worthHelping;
    if (workers.length > 0 && shared.waiting < enough * this.#workers.size) return;
    for (let count = 0; count < helpAtOnce; count++) {
      const taken = shared.take(here);
      const arrival = taken === undefined ? undefined : this.#queue.find(({ number }) => number === taken);
      if (arrival === undefined) return;
      decodeHere(arrival);
    }
    this.#comeBack();
  }

  /** Settles what has been decoded, in the order of arrival. */
  #settle(): void {
    const shared = this.#shared;
    shared?.hear();
    let count = 0;
    for (const arrival of this.#queue) {
      if (shared !== undefined) this.#collect(arrival, shared);
      if (arrival.settle === undefined) break;
      if (arrival.number !== undefined) shared?.release();
      count++;
    }
    for (const { settle } of this.#queue.splice(0, count)) settle?.();
    if (count > 0 && this.#fresh.length > 0) this.#comeBack();
  }

  /** Reads the result of a thread, or takes the transaction back when it is known by now. */
  #collect(arrival: Arrival, shared: SharedQueue): void {
    const { number } = arrival;
    if (number === undefined || arrival.settle !== undefined) return;
    if (shared.isFinished(number)) decodeHere(arrival, shared.resultOf(number));
    else if (arrival.known?.() !== undefined && shared.takeThis(number, here)) decodeHere(arrival);
  }

  /** The threads, when using them is worthwhile. */
  #workersFor(count: number): readonly RecoveryWorker[] {
    const ready = this.#ready();
    const waiting = (this.#shared?.waiting ?? 0) + count;
    const isLong = waiting >= this.#workers.size * manyWaiting;
    if (count >= burstThreshold && isLong && this.#workers.size < this.#maxWorkers) this.#startWorker();
    if (count === 1 && this.#queue.length === 1) return [];
    if (ready.length > 0) this.#quiet.refresh();
    return ready;
  }

  #ready(): readonly RecoveryWorker[] {
    return [...this.#workers.values()].filter(({ isReady }) => isReady);
  }

  #startWorker(): void {
    this.#quiet.refresh(); // it may never get a transaction
    this.#shared ??= new SharedQueue();
    let taker = here + 1;
    while (this.#workers.has(taker)) taker++;
    const onResults = () => this.#settle();
    this.#workers.set(taker, new RecoveryWorker(this.#shared, taker, onResults, () => this.#replace(taker)));
  }

  /** Decodes what an ended thread has begun. */
  #replace(taker: number): void {
    this.#workers.delete(taker);
    for (const arrival of this.#queue) {
      if (arrival.number !== undefined && this.#shared?.isTakenBy(arrival.number, taker)) decodeHere(arrival);
    }
    this.#settle();
    if (this.#queue.length > 0) this.#comeBack();
  }
}

/** Decodes a transaction; without its sender that is recovered, too, or it is found out what is wrong. */
function decodeHere(arrival: Arrival, origin?: RecoveredSender): void {
  const { raw, resolve, reject, known } = arrival;
  try {
    const transaction =
      known?.() ?? (origin ? restoreTransaction(raw, origin.sender, origin.hash) : decodeTransaction(raw));
    arrival.settle = () => resolve(transaction);
  } catch (error) {
    arrival.settle = () => reject(error);
  }
}
