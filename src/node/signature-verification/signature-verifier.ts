import { verifyMlDsa } from '@qord/curves/ml-dsa';
import type { Authorities } from '../../evm/transaction/authorize.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import type { VerificationRequest } from '../../kernel/signature-rules.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { Threads } from '../../primitives/threads.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import { type AuthoritiesRequest, recoverAuthorities } from './recover-authorities.ts';
import { RequestThread } from './request-thread.ts';
import { WorkHere } from './work-here.ts';

/** Of the bundled program, also when the caller runs from single files. */
const programOf = (name: string) => new URL(`../../program/${name}.cjs`, import.meta.url);

/** Verifications within a second from which on a thread is worth its memory. */
const burstThreshold = 8;
const second = 1_000;

/**
 * What takes longer than all else that a transaction needs on its way into the pool, after all cheaper checks of the
 * pool, while the main thread goes on: a thread verifies post-quantum signatures when many arrive, and another recovers
 * the signers of many authorizations (up to 45 ms for one transaction).
 */
export class SignatureVerifier {
  readonly #signatures: RequestThread<VerificationRequest, boolean>;
  readonly #authorities: RequestThread<AuthoritiesRequest, Authorities>;
  readonly #workHere: WorkHere;
  #since = 0;
  #count = 0;

  constructor(threads: Threads, mainThread: MainThread) {
    this.#workHere = new WorkHere(mainThread);
    const thread = <Q, A>(name: string, program: string, here: (request: Q) => A) =>
      new RequestThread({ name, program: programOf(program), threads, here, workHere: this.#workHere });
    this.#signatures = thread('signature verification', 'verification-thread', verifyHere);
    this.#authorities = thread('authorizations', 'authorities-thread', recoverAuthorities);
  }

  /** Whether a thread verifies. */
  get isThreaded(): boolean {
    return this.#signatures.isReady;
  }

  /**
   * Verifies the second signature of a hybrid transaction, and recovers the signers of many authorizations. Rejects
   * with what the pool throws: a MempoolError or a TransactionFaultError. The pool then keeps the result.
   */
  async verifyAhead(
    transaction: Transaction,
    mempool: Pick<Mempool, 'pendingVerification' | 'pendingAuthorities'>,
  ): Promise<void> {
    const authorities = mempool.pendingAuthorities(transaction);
    if (authorities !== undefined) {
      const { raw, sender, hash } = transaction;
      authorities.keep(await this.#authorities.ask({ raw, sender, hash, chainId: authorities.chainId }));
    }
    const pending = mempool.pendingVerification(transaction);
    if (pending === undefined) return;
    const isValid = await this.#verify(pending.request);
    pending.keep(isValid);
    if (!isValid) throw new TransactionFaultError({ code: 'signature-invalid', rejection: pending.rejection });
  }

  /** Ends the threads; what they have not done is done here. */
  async close(): Promise<void> {
    await Promise.all([this.#signatures.close(), this.#authorities.close()]);
  }

  #verify(request: VerificationRequest): Promise<boolean> {
    if (this.#isBurst()) this.#signatures.start();
    if (this.#signatures.isReady) return this.#signatures.ask(request);
    return this.#workHere.run(() => verifyHere(request));
  }

  #isBurst(): boolean {
    const now = performance.now();
    if (now - this.#since > second) {
      this.#since = now;
      this.#count = 0;
    }
    return ++this.#count >= burstThreshold;
  }
}

function verifyHere({ scheme, publicKey, signature, message }: VerificationRequest): boolean {
  return verifyMlDsa(scheme, publicKey, signature, message);
}
