import { TransactionFaultError } from '../evm/transaction/fault.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Steps } from '../primitives/steps.ts';
import { appendNext } from './append-next.ts';
import { type BlockBuilder, gasLeft } from './block-builder.ts';
import { runBeginHooks, runEndHooks } from './hooks.ts';

/** A proposed block cannot be executed. */
export class InvalidBlockError extends Error {
  override name = 'InvalidBlockError';
  /** undefined when no single transaction is the reason */
  readonly transactionIndex: number | undefined;
  constructor(transactionIndex: number | undefined, reason: string) {
    const subject = transactionIndex === undefined ? 'the block' : `transaction ${transactionIndex} of the block`;
    super(`${subject} is invalid: ${reason}`);
    this.transactionIndex = transactionIndex;
  }
}

/**
 * Executes a block: begin hooks, transactions, end hooks; yields after each transaction. Throws an InvalidBlockError at
 * the first invalid transaction.
 */
export function* executeBlock(builder: BlockBuilder, transactions: readonly Transaction[]): Steps<void> {
  yield* runBeginHooks(builder);
  for (const [index, tx] of transactions.entries()) {
    yield* executeNext(builder, tx, index);
    yield;
  }
  yield* runEndHooks(builder);
}

function* executeNext(builder: BlockBuilder, tx: Transaction, index: number): Steps<void> {
  if (tx.gasLimit > gasLeft(builder))
    throw new InvalidBlockError(index, 'its gas limit is higher than the gas left in the block');
  try {
    yield* appendNext(builder, tx);
  } catch (error) {
    if (error instanceof TransactionFaultError) throw new InvalidBlockError(index, error.message);
    throw error;
  }
}
