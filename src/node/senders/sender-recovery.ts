import { decodeTransaction, restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Origin } from './recovery-message.ts';
import { RecoveryWorker } from './recovery-worker.ts';

type Arrival = {
  readonly raw: Uint8Array;
  readonly resolve: (transaction: Transaction) => void;
  readonly reject: (error: unknown) => void;
};

/** Transactions that arrive together before a thread is worth its 10 MB. */
const crowd = 8;

/** Transactions that the thread answers for at once. */
const taskSize = 16;

/** Part of a small crowd that is done here meanwhile, when the thread has nothing else to do. */
const ownShare = 1 / 4;

/** milliseconds without a task after which the thread ends */
const patience = 5_000;

/**
 * Reads raw transactions in the order they come. Recovering who signed one takes longer than all else its submission
 * does: when many arrive together, a thread does it while this one goes on making blocks.
 */
export class SenderRecovery {
  #arrivals: Arrival[] = [];
  #worker: RecoveryWorker | undefined;
  readonly #quiet = setTimeout(() => this.close(), patience).unref();

  /** EIP-2718 bytes → transaction. Rejects with a TransactionDecodeError. */
  decode(raw: Uint8Array): Promise<Transaction> {
    return new Promise((resolve, reject) => {
      if (this.#arrivals.push({ raw, resolve, reject }) === 1) setImmediate(() => this.#handOut());
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

  #handOut(): void {
    const arrivals = this.#arrivals.splice(0);
    const worker = this.#workerFor(arrivals.length);
    if (worker === undefined) {
      settle(arrivals);
      return;
    }
    const own = worker.isIdle ? arrivals.splice(0, Math.min(taskSize, Math.floor(arrivals.length * ownShare))) : [];
    for (let start = 0; start < arrivals.length; start += taskSize) {
      const task = arrivals.slice(start, start + taskSize);
      worker.recover(task.map(({ raw }) => raw)).then(
        (origins) => settle(task, origins),
        () => settle(task),
      );
    }
    settle(own);
  }

  /** The thread, when it is worth the way there; who comes after transactions it still has must go there too. */
  #workerFor(count: number): RecoveryWorker | undefined {
    if (count >= crowd) this.#worker ??= this.#startWorker();
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

/** Whose origin is not known is decoded here, which also finds out what is wrong with it. */
function settle(arrivals: readonly Arrival[], origins: readonly (Origin | undefined)[] = []): void {
  for (const [index, { raw, resolve, reject }] of arrivals.entries()) {
    try {
      const origin = origins[index];
      resolve(origin ? restoreTransaction(raw, origin.sender, origin.hash) : decodeTransaction(raw));
    } catch (error) {
      reject(error);
    }
  }
}
