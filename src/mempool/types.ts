import type { NativeContracts } from '../kernel/engine.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import type { Faults } from '../primitives/faults.ts';
import type { Hash } from '../primitives/hash.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { StateView } from '../state/types.ts';
import type { AdmissionRules } from './admission.ts';
import type { MempoolOptions } from './options.ts';

/** The pool as readers see it. `pending` transactions are executable now, `queued` ones wait behind a nonce gap. */
export interface MempoolReader {
  get(hash: Hash): Transaction | undefined;
  /** Why a transaction has left without being in a block, of the newest that did; undefined for all others. */
  dropReason(hash: Hash): string | undefined;
  /** The nonce after the sender's last pending transaction; without one, the account's nonce. */
  nextNonce(sender: Address): bigint;
  counts(): { readonly pending: number; readonly queued: number };
  /** By sender in address order, then by nonce. As txpool_content. */
  content(): { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] };
  contentOf(sender: Address): { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] };
  /** transactions that looked too risky, since the start of the node */
  riskRejections(): number;
  /** bytes of all pooled transactions */
  byteSize(): number;
  /** Resolves when nothing is left to be checked again after a change of the state without a block. */
  rechecked(): Promise<void>;
}

/** What a pool is made of. */
export type MempoolDependencies = {
  /** the state after the newest block */
  readonly headState: () => StateView;
  /** wei per gas of the next block */
  readonly nextBaseFee: () => bigint;
  readonly rules: AdmissionRules;
  /** what modules decide about signatures and fees */
  readonly transactionRules?: Pick<NativeContracts, 'signatures' | 'fees'>;
  readonly options: MempoolOptions;
  /** gets the errors of listeners */
  readonly faults?: Faults | undefined;
  /** does long checks by turns; without it they are done at once */
  readonly mainThread?: MainThread | undefined;
};
