import { verifyMlDsa } from '@qord/curves/ml-dsa';
import type { Authorities } from '../../evm/transaction/authorize.ts';
import type { VerificationRequest } from '../../kernel/signature-rules.ts';
import type { AuthoritiesRequest } from '../../mempool/delegations.ts';
import type { SlowChecks } from '../../mempool/submission.ts';
import { elapsedMs } from '../../primitives/machine.ts';
import type { Threads } from '../../primitives/threads.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { WorkerPool } from '../../scheduling/worker-pool.ts';
import { WorkerError } from '../../scheduling/worker-task.ts';
import { recoverAuthorities } from './recover-authorities.ts';

/** Of the bundled program, also when the caller runs from single files. */
const programOf = (name: string) => new URL(`../../program/${name}.cjs`, import.meta.url);

/** Requests that a thread has at a time, so that it never waits for the next. */
const tasksPerThread = 8;

/** Verifications within a second that make a thread worth its memory. */
const burstThreshold = 8;
const second = 1_000;

/**
 * What takes longer than all else that a transaction needs on its way into the pool, after all cheaper checks of the
 * pool, while the main thread does other work: a thread verifies post-quantum signatures when many arrive, and another
 * recovers the signers of many authorizations (up to 45 ms for one transaction).
 */
export class SignatureVerifier implements SlowChecks {
  readonly #signatures: WorkerPool<VerificationRequest, boolean>;
  readonly #authorities: WorkerPool<AuthoritiesRequest, Authorities>;
  readonly #mainThread: MainThread;
  /** what the main thread does */
  readonly #here = new Set<Promise<unknown>>();
  #since = 0;
  #count = 0;

  constructor(threads: Threads, mainThread: MainThread) {
    this.#mainThread = mainThread;
    const options = (name: string, program: string) => {
      return { name, program: programOf(program), threads, maxThreads: 1, tasksPerThread };
    };
    this.#signatures = new WorkerPool(options('signature verification', 'verification-thread'));
    this.#authorities = new WorkerPool(options('authorizations', 'authorities-thread'));
  }

  /** Whether a thread verifies. */
  get isThreaded(): boolean {
    return this.#signatures.ready > 0;
  }

  async verify(request: VerificationRequest, owner: Owner): Promise<boolean> {
    if (this.#isBurst()) this.#signatures.prepare();
    if (this.#signatures.ready > 0) return this.#run(this.#signatures, request, owner, verifyHere);
    return this.#doHere(owner, () => verifyHere(request));
  }

  recoverAuthorities(request: AuthoritiesRequest, owner: Owner): Promise<Authorities> {
    return this.#run(this.#authorities, request, owner, recoverAuthorities);
  }

  /** Ends the threads; what they have not done is done here. */
  async close(): Promise<void> {
    await Promise.all([this.#signatures.close(), this.#authorities.close()]);
    await Promise.allSettled(this.#here);
  }

  /** What no thread can do is done here. */
  async #run<Q, A>(pool: WorkerPool<Q, A>, request: Q, owner: Owner, here: (request: Q) => A): Promise<A> {
    try {
      return await pool.run(request, owner);
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      return this.#doHere(owner, () => here(request));
    }
  }

  #doHere<A>(owner: Owner, work: () => A): Promise<A> {
    const result = new Promise<A>((resolve, reject) => {
      this.#mainThread.run('verification', owner, () => resolve(work()), reject);
    });
    this.#here.add(result);
    const end = () => this.#here.delete(result);
    result.then(end, end);
    return result;
  }

  #isBurst(): boolean {
    const now = elapsedMs();
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
