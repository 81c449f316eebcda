import { TransactionFaultError } from '../evm/transaction/fault.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { appendNext, nextTogether } from './append-next.ts';
import { type BlockBuilder, gasLeft } from './block-builder.ts';
import type { BuildSteps } from './build-step.ts';
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
 * Executes a block: begin hooks, transactions, end hooks; yields after some transactions. Throws an InvalidBlockError at
 * the first invalid transaction.
 */
export function* executeBlock(builder: BlockBuilder, transactions: readonly Transaction[]): BuildSteps<undefined> {
  yield* runBeginHooks(builder);
  for (let done = 0; done < transactions.length; ) {
    done += yield* executeNext(builder, nextTogether(transactions, done), done);
    yield 'executing';
  }
  yield* runEndHooks(builder);
  return undefined;
}

/** Returns how many transactions were executed. `index`: of the first. */
function* executeNext(builder: BlockBuilder, next: readonly Transaction[], index: number): BuildSteps<number> {
  if (next.some(({ gasLimit }, at) => at === 0 && gasLimit > gasLeft(builder)))
    throw new InvalidBlockError(index, 'its gas limit is higher than the gas left in the block');
  try {
    return yield* appendNext(builder, next);
  } catch (error) {
    if (error instanceof TransactionFaultError) throw new InvalidBlockError(index, error.message);
    throw error;
  }
}
