import { accessListOf, authorizationsOf, effectiveGasPrice } from '../../kernel/transaction/transaction.ts';
import type { Hash } from '../../primitives/hash.ts';
import { increaseNonce } from './accounts.ts';
import { applyAuthorizations } from './authorize.ts';
import type { Applied, Execution, ExecutionContext } from './execution.ts';
import { TransactionFaultError } from './fault.ts';
import { gasCost } from './gas-cost.ts';
import { prepayGas } from './prepay-gas.ts';
import { runMessage } from './run-message.ts';
import type { SentTransaction } from './sender-fault.ts';
import { gasToPay, repayGas } from './settle-gas.ts';
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
): Applied {
  const fault = transactionFault(tx, context.block, context.state);
  if (fault !== undefined) throw new TransactionFaultError(fault);
  const { sender, to, value, data, gasLimit } = tx;
  const gasPrice = effectiveGasPrice(tx, context.block.baseFee);
  const lists = { accessList: accessListOf(tx), authorizations: authorizationsOf(tx), blobHashes };
  return execute({ sender, to, value, data, gasLimit, gasPrice, ...lists }, context);
}

/** The state transition in its order. What it is given has been checked. */
export function execute(execution: Execution, context: ExecutionContext): Applied {
  const { block, state, run } = context;
  const cost = gasCost(execution, block.fork);
  prepayGas(execution, context);
  // For a creation the engine does it, once it has derived the contract's address from the old nonce.
  if (execution.to !== undefined && run.discards !== true) increaseNonce(state, execution.sender);
  const authorized = applyAuthorizations(execution.authorizations, block.chainId, state);
  const outcome = runMessage(execution, cost.intrinsic, authorized, context);
  if (outcome.burned > 0n) state.countBurned(outcome.burned);
  const gasUsed = gasToPay(execution.gasLimit, outcome, cost);
  repayGas(gasUsed, execution, context);
  return {
    outcome,
    gasUsed,
    peakGas: execution.gasLimit - outcome.gasLeft,
    effectiveGasPrice: execution.gasPrice,
    contractAddress: outcome.created,
  };
}
