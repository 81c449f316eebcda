import { accessListOf, authorizationsOf, effectiveGasPrice } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { increaseNonce } from './accounts.ts';
import { applyAuthorizations } from './authorize.ts';
import { buyGas } from './buy-gas.ts';
import type { AppliedTransaction, Execution, ExecutionContext } from './execution.ts';
import { TransactionFaultError } from './fault.ts';
import { gasCost, pqcSignatureBytesOf } from './gas-cost.ts';
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

function executionOf(
  tx: SentTransaction,
  { block, state, run }: ExecutionContext,
  blobHashes: readonly Hash[],
): Execution {
  const fault = transactionFault(tx, block, state, run.natives);
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
  const cost = gasCost(execution, block.fork);
  const payment = buyGas(execution, context);
  // The engine increments the nonce of a creator, after deriving the contract's address from the old one.
  if (execution.to !== undefined && run.discards !== true) increaseNonce(state, execution.sender);
  const authorized = applyAuthorizations(execution.authorizations, block.chainId, state, run);
  const outcome = engine.run(block, toMessage(execution, cost.intrinsic, authorized, state), state, run);
  if (outcome.burned > 0n) state.countBurned(outcome.burned);
  const gasUsed = gasToPay(execution.gasLimit, outcome, cost);
  refundGas(gasUsed, execution, payment, context);
  return {
    outcome,
    gasUsed,
    peakGas: execution.gasLimit - outcome.gasLeft,
    effectiveGasPrice: execution.gasPrice,
    contractAddress: outcome.created,
  };
}
