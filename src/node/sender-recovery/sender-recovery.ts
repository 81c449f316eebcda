import { decodeTransaction, restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { RecoveredSender, RecoveryResult } from './recovery-message.ts';
import { type QueuedTask, RecoveryWorker } from './recovery-worker.ts';

type Arrival = {
  readonly raw: Uint8Array;
  readonly resolve: (transaction: Transaction) => void;
  readonly reject: (error: unknown) => void;
  /** tells whoever waits; there once the transaction is read */
  tell?: () => void;
};

/** Transactions that arrive together before a thread is worth its 10 MB. */
const burstThreshold = 8;

/** Transactions read at once, by the thread, or here, where everything else waits meanwhile. */
const taskSize = 16;

/** Tasks from which on help is worth what it keeps waiting here: accepting transactions and making blocks. */
const manyTasks = 4;

/** milliseconds without a task after which the thread ends */
const idleTimeoutMs = 5_000;

/**
 * Reads raw transactions in the order they come. Recovering who signed one takes longer than all else its submission
 * does: when many arrive together, a thread does it while this one goes on making blocks, helping only with a great many.
 */
export class SenderRecovery {
  /** in the order they came, until they are told */
  readonly #line: Arrival[] = [];
  /** the last of them, which were not handed out yet */
  readonly #fresh: Arrival[] = [];
  /** those the thread was given, with what they are for */
  readonly #offered = new Map<QueuedTask, readonly Arrival[]>();
  #isTurnDue = false;
  #worker: RecoveryWorker | undefined;
  readonly #quiet = setTimeout(() => this.close(), idleTimeoutMs).unref();

  /** EIP-2718 bytes → transaction. Rejects with a TransactionDecodeError. */
  decode(raw: Uint8Array): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      const arrival = { raw, resolve, reject };
      this.#line.push(arrival);
      this.#fresh.push(arrival);
      this.#comeBack();
    });
  }

  /** Whether a thread stands ready. */
  get isThreaded(): boolean {
    return this.#worker?.isReady === true;
  }

  /** Ends the thread; what it has not answered is done here. */
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

  /** One turn of the work: the thread is offered all there is, and part of that is done here when it is much. */
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
    };
    task.result.then(settle, () => settle());
  }

  /** Does the first task that the thread has not begun, when it has enough besides. */
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

  /** Whose origin is not known is decoded here, which also finds out what is wrong with it. */
  #read(arrivals: readonly Arrival[], origins: RecoveryResult = []): void {
    for (const [index, arrival] of arrivals.entries()) arrival.tell = readOne(arrival, origins[index]);
    const firstUnread = this.#line.findIndex(({ tell }) => tell === undefined);
    const told = this.#line.splice(0, firstUnread < 0 ? this.#line.length : firstUnread);
    for (const { tell } of told) tell?.();
  }

  /** The thread, when it is worth the way there. */
  #workerFor(count: number): RecoveryWorker | undefined {
    if (count >= burstThreshold) this.#worker ??= this.#startWorker();
    if (!this.#worker?.isReady) return undefined;
    if (count === 1 && this.#worker.isIdle) return undefined;
    this.#quiet.refresh();
    return this.#worker;
  }

  #startWorker(): RecoveryWorker {
    this.#quiet.refresh(); // it may never be given anything
    return new RecoveryWorker(() => {
      this.#worker = undefined;
    });
  }
}

function readOne({ raw, resolve, reject }: Arrival, origin: RecoveredSender | undefined): () => void {
  try {
    const transaction = origin ? restoreTransaction(raw, origin.sender, origin.hash) : decodeTransaction(raw);
    return () => resolve(transaction);
  } catch (error) {
    return () => reject(error);
  }
}
