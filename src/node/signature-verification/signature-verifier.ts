import { Worker } from 'node:worker_threads';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import type { VerificationRequest } from '../../kernel/signature-rules.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import { verifyMlDsa } from '../../primitives/crypto/ml-dsa.ts';

/** Of the joined program, also when the caller runs from single files. */
const program = new URL('../../program/verification-thread.cjs', import.meta.url);

/** Verifications within a second from which on a thread is worth its memory. */
const burstThreshold = 8;
const second = 1_000;
/** Milliseconds without a request after which the thread ends. */
const idleTimeoutMs = 5_000;

type Waiting = { readonly request: VerificationRequest; readonly resolve: (isValid: boolean) => void };

/**
 * Verifies post-quantum signatures of transactions on their way into the pool. One takes longer than all else that a
 * submission does: when many arrive, a thread verifies them while the main thread goes on.
 */
export class SignatureVerifier {
  readonly #waiting: Waiting[] = [];
  readonly #idle = setTimeout(() => this.close(), idleTimeoutMs).unref();
  #worker: Worker | undefined;
  #isReady = false;
  #since = 0;
  #count = 0;

  /** Whether a thread verifies. */
  get isThreaded(): boolean {
    return this.#isReady;
  }

  /**
   * Verifies the second signature of a hybrid transaction, after all cheaper checks of the pool. Rejects with what the pool
   * throws: a MempoolError or a TransactionFaultError. The pool then keeps the result and need not verify.
   */
  async verifyAhead(transaction: Transaction, mempool: Pick<Mempool, 'pendingVerification'>): Promise<void> {
    const pending = mempool.pendingVerification(transaction);
    if (pending === undefined) return;
    const isValid = await this.#verify(pending.request);
    pending.keep(isValid);
    if (!isValid) throw new TransactionFaultError({ code: 'signature-invalid', rejection: pending.rejection });
  }

  /** Ends the thread; what it has not verified is verified here. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #verify(request: VerificationRequest): boolean | Promise<boolean> {
    if (this.#isBurst()) this.#worker ??= this.#startWorker();
    if (!this.#isReady) return verifyHere(request);
    this.#idle.refresh();
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve });
      this.#worker?.postMessage(request);
    });
  }

  #isBurst(): boolean {
    const now = performance.now();
    if (now - this.#since > second) {
      this.#since = now;
      this.#count = 0;
    }
    return ++this.#count >= burstThreshold;
  }

  #startWorker(): Worker {
    this.#idle.refresh();
    const worker = new Worker(program);
    worker.unref();
    worker.on('message', (message: 'ready' | boolean) => {
      if (message === 'ready') this.#isReady = true;
      else this.#waiting.shift()?.resolve(message);
    });
    worker.on('error', () => {}); // 'exit' follows
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#isReady = false;
      for (const { request, resolve } of this.#waiting.splice(0)) resolve(verifyHere(request));
    });
    return worker;
  }
}

function verifyHere({ scheme, publicKey, signature, message }: VerificationRequest): boolean {
  return verifyMlDsa(scheme, publicKey, signature, message);
}
