import { decodeTransaction, restoreTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { RecoveredSender } from './batch-message.ts';

/** A raw transaction whose sender waits to decode it. */
export type Arrival = {
  readonly raw: Uint8Array;
  readonly resolve: (transaction: Transaction) => void;
  readonly reject: (error: unknown) => void;
  /** the transaction, once it has been decoded elsewhere */
  readonly known: (() => Transaction | undefined) | undefined;
  /** settles the promise of the caller; set when it has been decoded before its turn */
  settle: (() => void) | undefined;
  /** the one that arrived after it */
  next: Arrival | undefined;
};

/** Decodes a transaction; without its sender that is recovered, too, or it is found out what is wrong. */
export function decodeHere(arrival: Arrival, origin?: RecoveredSender): void {
  const { raw, resolve, reject, known } = arrival;
  try {
    const transaction =
      known?.() ?? (origin ? restoreTransaction(raw, origin.sender, origin.hash) : decodeTransaction(raw));
    arrival.settle = () => resolve(transaction);
  } catch (error) {
    arrival.settle = () => reject(error);
  }
}
