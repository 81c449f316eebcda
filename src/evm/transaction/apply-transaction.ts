import type { Message, Outcome, TimeSlices } from '../../kernel/engine.ts';
import { accessListOf, authorizationsOf, effectiveGasPrice } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { andThen, type MaybePromise } from '../../primitives/maybe-promise.ts';
import { increaseNonce } from './accounts.ts';
import { applyAuthorizations } from './authorize.ts';
import { buyGas } from './buy-gas.ts';
import type { AppliedTransaction, Execution, ExecutionContext, PausableContext } from './execution.ts';
import { TransactionFaultError } from './fault.ts';
import { type GasCost, gasCost } from './gas-cost.ts';
import type { SentTransaction } from './sender-fault.ts';
import { gasToPay, refundGas } from './settle-gas.ts';
import { toMessage } from './to-message.ts';
import { transactionFault } from './transaction-fault.ts';

/**
 * Applies one transaction to the state. Throws a TransactionFaultError, with nothing changed, when it is not valid
 * here; an ExecutionStoppedError leaves the state to be reverted by the caller.
 *
 * @param blobHashes EIP-4844; only the official tests have some
 */
export function applyTransaction(
  tx: SentTransaction,
  context: ExecutionContext,
  blobHashes: readonly Hash[] = [],
): AppliedTransaction {
  return execute(executionOf(tx, context, blobHashes), context);
}

/** The same in turns: a promise stands for what comes after a pause, which rejects with what `turns` reject with. */
export function applyTransactionInSlices(
  tx: SentTransaction,
  context: PausableContext,
  turns: TimeSlices,
): MaybePromise<AppliedTransaction> {
  return executeInSlices(executionOf(tx, context, []), context, turns);
}

function executionOf(tx: SentTransaction, { block, state }: ExecutionContext, blobHashes: readonly Hash[]): Execution {
  const fault = transactionFault(tx, block, state);
  if (fault !== undefined) throw new TransactionFaultError(fault);
  const { sender, to, value, data, gasLimit } = tx;
  const gasPrice = effectiveGasPrice(tx, block.baseFee);
  const accessList = accessListOf(tx);
  const authorizations = authorizationsOf(tx);
  return { sender, to, value, data, gasLimit, gasPrice, accessList, authorizations, blobHashes };
}

/** The state transition in its order. What it is given has been checked. */
export function execute(execution: Execution, context: ExecutionContext): AppliedTransaction {
  const { engine, block, state, run } = context;
  const begun = begin(execution, context);
  return settle(begun, engine.run(block, begun.message, state, run), context);
}

/** The same, with the execution itself in turns: a promise stands for what comes after a pause. */
export function executeInSlices(
  execution: Execution,
  context: PausableContext,
  turns: TimeSlices,
): MaybePromise<AppliedTransaction> {
  const { engine, block, state, run } = context;
  const begun = begin(execution, context);
  const running = engine.runInSlices(block, begun.message, state, run, turns);
  return andThen(running, (outcome) => settle(begun, outcome, context));
}

type Begun = { readonly execution: Execution; readonly cost: GasCost; readonly message: Message };

function begin(execution: Execution, context: ExecutionContext): Begun {
  const { block, state, run } = context;
  const cost = gasCost(execution, block.fork);
  buyGas(execution, context);
  // For a creation the engine does it, once it has derived the contract's address from the old nonce.
  if (execution.to !== undefined && run.discards !== true) increaseNonce(state, execution.sender);
  const authorized = applyAuthorizations(execution.authorizations, block.chainId, state);
  return { execution, cost, message: toMessage(execution, cost.intrinsic, authorized, state) };
}

function settle({ execution, cost }: Begun, outcome: Outcome, context: ExecutionContext): AppliedTransaction {
  const { state } = context;
  if (outcome.burned > 0n) state.countBurned(outcome.burned);
  const gasUsed = gasToPay(execution.gasLimit, outcome, cost);
  refundGas(gasUsed, execution, context);
  return {
    outcome,
    gasUsed,
    peakGas: execution.gasLimit - outcome.gasLeft,
    effectiveGasPrice: execution.gasPrice,
    contractAddress: outcome.created,
  };
}
