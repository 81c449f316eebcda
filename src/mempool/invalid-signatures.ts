import { TransactionFaultError } from '../evm/transaction/fault.ts';
import { hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import { MempoolError } from './fault.ts';

const minuteMs = 60_000;

/**
 * Counts, minute by minute, what each client has submitted with a post-quantum signature that does not verify: such a
 * transaction costs its sender nothing and the node a verification, which takes longer than all other checks.
 */
export class InvalidSignatures {
  readonly #limit: number;
  readonly #now: () => number;
  /** time of the first submission that is counted */
  #since = 0;
  readonly #counts = new Map<string, number>();

  /** `limit`: a minute and client, 0 for no limit; `now`: milliseconds that never go back */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Throws a MempoolError for a hybrid transaction of a client at its limit. */
  assertAllowed({ type }: Transaction, { network }: { readonly network: string }): void {
    if (type !== hybridType || this.#limit === 0 || this.#counts.size === 0) return;
    this.#forgetPast();
    if ((this.#counts.get(network) ?? 0) < this.#limit) return;
    throw new MempoolError({ code: 'invalid-signatures', limit: this.#limit });
  }

  /** Counts a rejected submission if a verification was its reason. */
  count(error: unknown, { network }: { readonly network: string }): void {
    if (!(error instanceof TransactionFaultError) || error.fault.code !== 'signature-invalid') return;
    this.#forgetPast();
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }

  #forgetPast(): void {
    const now = this.#now();
    if (this.#counts.size > 0 && now - this.#since < minuteMs) return;
    this.#since = now;
    this.#counts.clear();
  }
}
