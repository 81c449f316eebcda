import { availableParallelism } from 'node:os';
import { decodeTransaction, restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { RecoveredSender, RecoveryResult } from './recovery-message.ts';
import { type QueuedTask, RecoveryWorker } from './recovery-worker.ts';

type Arrival = {
  readonly raw: Uint8Array;
  readonly resolve: (transaction: Transaction) => void;
  readonly reject: (error: unknown) => void;
  /** the transaction, once it has been decoded elsewhere */
  readonly known: (() => Transaction | undefined) | undefined;
  /** settles the promise of the caller; set once the transaction is decoded */
  settle?: () => void;
};

/** Transactions that must arrive together before the first thread is started; each takes 10 MB. */
const burstThreshold = 8;

/** Transactions of one task; while the main thread executes one, everything else waits. */
const taskSize = 16;

/**
 * Number of open tasks for each thread from which another is started. When there is none left to start, the main thread
 * helps, which delays accepting transactions and building blocks.
 */
const manyTasks = 4;

/**
 * Number of open tasks with which a thread has enough to do until a result arrives: only whole tasks are added, because
 * each message wakes it. Measured gain: 358 to 332 µs of CPU for a transfer, all threads together, on a busy machine.
 */
const busyTasks = 2;

/** milliseconds without a task after which the threads end */
const idleTimeoutMs = 5_000;

/**
 * Decodes raw transactions in the order of their arrival. Recovering a sender takes longer than everything else a
 * submission does: when many arrive together, threads do it while the main thread builds blocks and helps only when
 * there are very many.
 */
export class SenderRecovery {
  /** in the order of arrival, until their promises are settled */
  readonly #queue: Arrival[] = [];
  /** the last of them, which are in no task yet */
  readonly #fresh: Arrival[] = [];
  /** the open tasks, with their transactions */
  readonly #offered = new Map<QueuedTask, readonly Arrival[]>();
  #isTurnDue = false;
  /** also those that are being loaded */
  readonly #workers = new Set<RecoveryWorker>();
  readonly #maxWorkers: number;
  readonly #quiet = setTimeout(() => this.close(), idleTimeoutMs).unref();

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
      const arrival = { raw, resolve, reject, known };
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

  /** Ends the threads; their open tasks are executed by the main thread. */
  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }

  #comeBack(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#share();
    });
  }

  /** One round: offers transactions to the threads, and executes part of the tasks here when there are many. */
  #share(): void {
    const workers = this.#workersFor(this.#fresh.length);
    const isTaken = this.#offerTo(workers);
    for (const worker of workers) worker.send();
    if (!isTaken) this.#read(this.#fresh.splice(0, taskSize));
    this.#help();
    if (!isTaken && this.#fresh.length > 0) this.#comeBack();
  }

  /** Whether the threads take all: then what is in no task yet is offered when the result of one arrives. */
  #offerTo(workers: readonly RecoveryWorker[]): boolean {
    while (this.#fresh.length > 0) {
      const [first, ...others] = workers.filter(({ hasRoom }) => hasRoom);
      if (first === undefined) return false;
      const idlest = others.reduce((best, other) => (other.openTasks < best.openTasks ? other : best), first);
      if (this.#fresh.length < taskSize && idlest.openTasks >= busyTasks) return true;
      this.#offer(idlest, this.#fresh.splice(0, taskSize));
    }
    return true;
  }

  #offer(worker: RecoveryWorker, arrivals: readonly Arrival[]): void {
    const task = worker.offer(arrivals.map(({ raw }) => raw));
    this.#offered.set(task, arrivals);
    const settle = (recovered?: RecoveryResult) => {
      if (this.#offered.delete(task)) this.#read(arrivals, recovered);
      this.#skipKnown();
      if (this.#fresh.length > 0) this.#comeBack();
    };
    task.result.then(settle, () => settle());
  }

  /** Takes the next tasks back from the threads when all in them is known. */
  #skipKnown(): void {
    for (const [task, arrivals] of this.#offered) {
      if (task.isClaimed) continue;
      if (!arrivals.every(({ known }) => known?.() !== undefined) || !task.claim()) return;
      this.#offered.delete(task);
      this.#read(arrivals);
    }
  }

  /** Executes the first task that no thread has begun, when it has enough others. */
  #help(): void {
    const left = [...this.#offered].filter(([{ isClaimed }]) => !isClaimed);
    const [next] = left;
    if (!next || left.length < manyTasks * this.#workers.size) return;
    const [task, arrivals] = next;
    if (task.claim()) {
      this.#offered.delete(task);
      this.#read(arrivals);
    }
    this.#comeBack();
  }

  /** A transaction without a recovered sender is decoded here, which also reports what is wrong with it. */
  #read(arrivals: readonly Arrival[], recovered: RecoveryResult = []): void {
    for (const [index, arrival] of arrivals.entries()) arrival.settle = readOne(arrival, recovered[index]);
    const firstUnread = this.#queue.findIndex(({ settle }) => settle === undefined);
    const decoded = this.#queue.splice(0, firstUnread < 0 ? this.#queue.length : firstUnread);
    for (const { settle } of decoded) settle?.();
  }

  /** The threads, when using them is worthwhile. */
  #workersFor(count: number): readonly RecoveryWorker[] {
    const ready = this.#ready();
    const isShort = this.#offered.size + count / taskSize < this.#workers.size * manyTasks;
    if (count >= burstThreshold && !isShort && this.#workers.size < this.#maxWorkers) this.#startWorker();
    if (count === 1 && ready.every(({ openTasks }) => openTasks === 0)) return [];
    if (ready.length > 0) this.#quiet.refresh();
    return ready;
  }

  #ready(): readonly RecoveryWorker[] {
    return [...this.#workers].filter(({ isReady }) => isReady);
  }

  #startWorker(): void {
    this.#quiet.refresh(); // it may never get a task
    const worker = new RecoveryWorker(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }
}

function readOne({ raw, resolve, reject, known }: Arrival, origin: RecoveredSender | undefined): () => void {
  try {
    const restored = origin && restoreTransaction(raw, origin.sender, origin.hash);
    const transaction = known?.() ?? restored ?? decodeTransaction(raw);
    return () => resolve(transaction);
  } catch (error) {
    return () => reject(error);
  }
}
