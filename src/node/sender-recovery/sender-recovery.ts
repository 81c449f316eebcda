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
  tell?: () => void;
};

/** Transactions that must arrive together before a thread, which takes 10 MB, is started. */
const burstThreshold = 8;

/** Transactions of one task; while the main thread executes one, everything else waits. */
const taskSize = 16;

/** Number of open tasks from which the main thread helps, which delays accepting transactions and building blocks. */
const manyTasks = 4;

/** milliseconds without a task after which the thread ends */
const idleTimeoutMs = 5_000;

/**
 * Decodes raw transactions in the order of their arrival. Recovering a sender takes longer than everything else a
 * submission does: when many arrive together, a thread does it while the main thread builds blocks and helps only when
 * there are very many.
 */
export class SenderRecovery {
  /** in the order of arrival, until their promises are settled */
  readonly #line: Arrival[] = [];
  /** the last of them, which are in no task yet */
  readonly #fresh: Arrival[] = [];
  /** the open tasks, with their transactions */
  readonly #offered = new Map<QueuedTask, readonly Arrival[]>();
  #isTurnDue = false;
  #worker: RecoveryWorker | undefined;
  readonly #quiet = setTimeout(() => this.close(), idleTimeoutMs).unref();

  /**
   * EIP-2718 bytes → transaction. Rejects with a TransactionDecodeError. `known` is called when its turn has come, and saves
   * the work when the transaction has been decoded elsewhere.
   */
  decode(raw: Uint8Array, known?: () => Transaction | undefined): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      const arrival = { raw, resolve, reject, known };
      this.#line.push(arrival);
      this.#fresh.push(arrival);
      this.#comeBack();
    });
  }

  /** Whether a thread is loaded. */
  get isThreaded(): boolean {
    return this.#worker?.isReady === true;
  }

  /** Ends the thread; its open tasks are executed by the main thread. */
  async close(): Promise<void> {
    await this.#worker?.end();
  }

  #comeBack(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#share();
    });
  }

  /** One round: offers all transactions to the thread, and executes part of the tasks here when there are many. */
  #share(): void {
    const worker = this.#workerFor(this.#fresh.length);
    while (worker?.hasRoom && this.#fresh.length > 0) this.#offer(worker, this.#fresh.splice(0, taskSize));
    this.#read(this.#fresh.splice(0, taskSize));
    this.#help();
    if (this.#fresh.length > 0) this.#comeBack();
  }

  #offer(worker: RecoveryWorker, arrivals: readonly Arrival[]): void {
    const task = worker.offer(arrivals.map(({ raw }) => raw));
    this.#offered.set(task, arrivals);
    const settle = (origins?: RecoveryResult) => {
      if (this.#offered.delete(task)) this.#read(arrivals, origins);
      this.#skipKnown();
    };
    task.result.then(settle, () => settle());
  }

  /** Takes the next tasks back from the thread when all in them is known. */
  #skipKnown(): void {
    for (const [task, arrivals] of this.#offered) {
      if (task.isClaimed) continue;
      if (!arrivals.every(({ known }) => known?.() !== undefined) || !task.claim()) return;
      this.#offered.delete(task);
      this.#read(arrivals);
    }
  }

  /** Executes the first task that the thread has not begun, when it has enough others. */
  #help(): void {
    const left = [...this.#offered].filter(([{ isClaimed }]) => !isClaimed);
    const [next] = left;
    if (!next || left.length < manyTasks) return;
    const [task, arrivals] = next;
    if (task.claim()) {
      this.#offered.delete(task);
      this.#read(arrivals);
    }
    this.#comeBack();
  }

  /** A transaction without a recovered sender is decoded here, which also reports what is wrong with it. */
  #read(arrivals: readonly Arrival[], origins: RecoveryResult = []): void {
    for (const [index, arrival] of arrivals.entries()) arrival.tell = readOne(arrival, origins[index]);
    const firstUnread = this.#line.findIndex(({ tell }) => tell === undefined);
    const told = this.#line.splice(0, firstUnread < 0 ? this.#line.length : firstUnread);
    for (const { tell } of told) tell?.();
  }

  /** The thread, when using it is worthwhile. */
  #workerFor(count: number): RecoveryWorker | undefined {
    if (count >= burstThreshold) this.#worker ??= this.#startWorker();
    if (!this.#worker?.isReady) return undefined;
    if (count === 1 && this.#worker.isIdle) return undefined;
    this.#quiet.refresh();
    return this.#worker;
  }

  #startWorker(): RecoveryWorker {
    this.#quiet.refresh(); // it may never get a task
    return new RecoveryWorker(() => {
      this.#worker = undefined;
    });
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
