import { decodeTransaction, restoreTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { BatchOutcome } from './batch-message.ts';

/** A raw transaction whose sender waits to decode it. */
export type Arrival = {
  readonly raw: Uint8Array;
  /** Network of the client */
  readonly network: string;
  readonly resolve: (transaction: Transaction) => void;
  readonly reject: (error: unknown) => void;
  /** the transaction, once it has been decoded elsewhere */
  readonly known: (() => Transaction | undefined) | undefined;
  /** settles the promise of the caller; set when it has been decoded before its turn */
  settle: (() => void) | undefined;
  /** the one that arrived after it */
  next: Arrival | undefined;
};

/** Decodes a transaction, as a thread has done before where there is an outcome. */
export function decodeHere(arrival: Arrival, outcome?: BatchOutcome): void {
  const { resolve, reject } = arrival;
  try {
    const transaction = decodedFrom(arrival, outcome);
    arrival.settle = () => resolve(transaction);
  } catch (error) {
    arrival.settle = () => reject(error);
  }
}

function decodedFrom({ raw, known }: Arrival, outcome: BatchOutcome): Transaction {
  const already = known?.();
  if (already !== undefined) return already;
  if (typeof outcome === 'string') throw new TransactionDecodeError(outcome);
  return outcome ? restoreTransaction(raw, outcome.sender, outcome.hash) : decodeTransaction(raw);
}
