import type { Message, Outcome, TimeSlices } from '../../kernel/engine.ts';
import { accessListOf, authorizationsOf, effectiveGasPrice } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { andThen, type MaybePromise } from '../../primitives/maybe-promise.ts';
import { increaseNonce } from './accounts.ts';
import { applyAuthorizations } from './authorize.ts';
import { buyGas } from './buy-gas.ts';
import type { AppliedTransaction, Execution, ExecutionContext, PausableContext } from './execution.ts';
import { TransactionFaultError } from './fault.ts';
import { type GasCost, gasCost, pqcSignatureBytesOf } from './gas-cost.ts';
import type { SentTransaction } from './sender-fault.ts';
import { gasToPay, refundGas } from './settle-gas.ts';
import { toMessage } from './to-message.ts';
import { transactionFault } from './transaction-fault.ts';

/**
 * Applies one transaction to the state. Throws a TransactionFaultError, with nothing changed, when it is not valid
 * here; an ExecutionStoppedError leaves the state to be reverted by the caller.
 *
 * @param blobHashes EIP-4844; only the official tests pass any
 */
export function applyTransaction(
  tx: SentTransaction,
  context: ExecutionContext,
  blobHashes: readonly Hash[] = [],
): AppliedTransaction {
  return execute(executionOf(tx, context, blobHashes), context);
}

/** As `applyTransaction`, in time slices. Returns a promise when it pauses, which rejects when `slices` reject. */
export function applyTransactionInSlices(
  tx: SentTransaction,
  context: PausableContext,
  slices: TimeSlices,
): MaybePromise<AppliedTransaction> {
  return executeInSlices(executionOf(tx, context, []), context, slices);
}

function executionOf(
  tx: SentTransaction,
  { block, state, run }: ExecutionContext,
  blobHashes: readonly Hash[],
): Execution {
  const fault = transactionFault(tx, block, state, run.natives.signatures);
  if (fault !== undefined) throw new TransactionFaultError(fault);
  const { sender, to, value, data, gasLimit } = tx;
  const gasPrice = effectiveGasPrice(tx, block.baseFee);
  const accessList = accessListOf(tx);
  const authorizations = authorizationsOf(tx);
  const pqcSignatureBytes = pqcSignatureBytesOf(tx);
  return {
    sender,
    to,
    value,
    data,
    gasLimit,
    gasPrice,
    accessList,
    authorizations,
    blobHashes,
    pqcSignatureBytes,
    isHybrid: pqcSignatureBytes > 0,
  };
}

/** The steps of the state transition in order. The execution has been checked. */
export function execute(execution: Execution, context: ExecutionContext): AppliedTransaction {
  const { engine, block, state, run } = context;
  const started = begin(execution, context);
  return settle(started, engine.run(block, started.message, state, run), context);
}

/** As `execute`, in time slices: returns a promise when the execution pauses. */
export function executeInSlices(
  execution: Execution,
  context: PausableContext,
  slices: TimeSlices,
): MaybePromise<AppliedTransaction> {
  const { engine, block, state, run } = context;
  const started = begin(execution, context);
  const running = engine.runInSlices(block, started.message, state, run, slices);
  return andThen(running, (outcome) => settle(started, outcome, context));
}

type StartedExecution = { readonly execution: Execution; readonly cost: GasCost; readonly message: Message };

function begin(execution: Execution, context: ExecutionContext): StartedExecution {
  const { block, state, run } = context;
  const cost = gasCost(execution, block.fork);
  buyGas(execution, context);
  // The engine increments the nonce of a creator, after deriving the contract's address from the old one.
  if (execution.to !== undefined && run.discards !== true) increaseNonce(state, execution.sender);
  const authorized = applyAuthorizations(execution.authorizations, block.chainId, state, run.natives.signatures);
  return { execution, cost, message: toMessage(execution, cost.intrinsic, authorized, state) };
}

function settle(
  { execution, cost }: StartedExecution,
  outcome: Outcome,
  context: ExecutionContext,
): AppliedTransaction {
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
