import type { ChainReader, TransactionLocation } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import { instructionCount } from '../../svm/instructions.ts';
import { type TransactionError, toTransactionError } from '../../svm/transaction-error.ts';
import type { JsonValue } from '../json-value.ts';

type Outcome = { readonly hash: Hash; readonly error: TransactionError | null };

/** undefined when there is no transaction at that position. */
export function outcomeOf(chain: ChainReader, at: TransactionLocation): Outcome | undefined {
  const tx = chain.transaction(at);
  const receipt = chain.receipt(at);
  if (tx === undefined || receipt === undefined) return undefined;
  const call = { isCreation: tx.to === undefined, value: tx.value, data: tx.data };
  return { hash: tx.hash, error: toTransactionError(receipt.status === 1, instructionCount(call)) };
}

/** The status of a transaction: `Ok` or `Err`. */
export function encodeStatus(error: TransactionError | null): JsonValue {
  return error === null ? { Ok: null } : { Err: error };
}
