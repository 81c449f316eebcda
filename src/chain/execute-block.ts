import { TransactionFaultError } from '../evm/transaction/fault.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { appendTransaction, type BlockBuilder, gasLeft } from './block-builder.ts';
import { runBeginHooks, runEndHooks } from './hooks.ts';

/** A block that somebody proposed cannot be executed as it stands. */
export class InvalidBlockError extends Error {
  override name = 'InvalidBlockError';
  readonly transactionIndex: number;
  constructor(transactionIndex: number, reason: string) {
    super(`transaction ${transactionIndex} of the block is not valid there: ${reason}`);
    this.transactionIndex = transactionIndex;
  }
}

/** What a block does, in order. Throws an InvalidBlockError when a transaction is not valid where it stands. */
export function executeBlock(draft: BlockBuilder, transactions: readonly Transaction[]): void {
  runBeginHooks(draft);
  for (const [index, tx] of transactions.entries()) executeNext(draft, tx, index);
  runEndHooks(draft);
}

function executeNext(draft: BlockBuilder, tx: Transaction, index: number): void {
  if (tx.gasLimit > gasLeft(draft)) throw new InvalidBlockError(index, 'it asks for more gas than the block has left');
  try {
    appendTransaction(draft, tx);
  } catch (error) {
    if (error instanceof TransactionFaultError) throw new InvalidBlockError(index, error.message);
    throw error;
  }
}
