import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';

/** Transactions that wait for a block. `pending` can run now; `queued` is behind a gap in the sender's nonces. */
export interface MempoolReader {
  get(hash: Hash): Transaction | undefined;
  /** The nonce after the sender's last gapless pending transaction, or the account's own. */
  nextNonce(sender: Address): bigint;
  counts(): { readonly pending: number; readonly queued: number };
  /** By sender in address order, then by nonce. */
  content(): { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] };
  contentOf(sender: Address): { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] };
  /** bytes of all waiting transactions */
  byteSize(): number;
}
