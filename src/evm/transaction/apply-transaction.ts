import type { Outcome } from '../../kernel/engine.ts';
import type { FeePayment } from '../../kernel/fee-rules.ts';
import { containable } from '../../kernel/module-sdk/containable.ts';
import { accessListOf, authorizationsOf, effectiveGasPrice } from '../../kernel/transaction/transaction.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { increaseNonce } from './accounts.ts';
import { applyAuthorizations } from './authorize.ts';
import type { AppliedTransaction, Execution, ExecutionContext } from './execution.ts';
import { TransactionFaultError } from './fault.ts';
import { type GasCost, gasCost, gasCostInputOf, pqcSignatureBytesOf } from './gas-cost.ts';
import { messageFee } from './message-fee.ts';
import type { SentTransaction } from './sender-fault.ts';
import { gasToPay } from './settle-gas.ts';
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
  const cost = gasCost(gasCostInputOf(tx), context.block.fork);
  return execute(executionOf(tx, cost, context, blobHashes), cost, context);
}

function executionOf(
  tx: SentTransaction,
  cost: GasCost,
  { block, state, run }: ExecutionContext,
  blobHashes: readonly Hash[],
): Execution {
  const fault = transactionFault(tx, block, state, run.natives, cost);
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

/** The steps of the state transition in order. The execution, with this gas cost, has been checked. */
export function execute(execution: Execution, cost: GasCost, context: ExecutionContext): AppliedTransaction {
  const { engine, block, state, run, feeCollector } = context;
  const { sender, gasLimit, gasPrice, authorizations } = execution;
  const prepaid = gasLimit * gasPrice;
  const payment = prepaid === 0n ? undefined : run.natives.fees?.charge(state, execution, prepaid, feeCollector);
  const fee = prepaid === 0n || payment !== undefined ? undefined : messageFee(execution, cost, context);
  const countsNonce = authorizations.length === 0 || execution.to === undefined;
  if (!countsNonce) increaseNonce(state, sender); // an authorization of the sender is for the nonce after this one
  const authorized = applyAuthorizations(authorizations, block.chainId, state, run);
  const start = state.snapshot();
  try {
    const message = toMessage(execution, { gasCost: cost, authorized, countsNonce, fee }, state);
    const outcome = engine.run(block, message, state, run);
    if (outcome.burned > 0n) state.countBurned(outcome.burned);
    return settled(execution, context, payment, outcome, gasToPay(gasLimit, outcome, cost));
  } catch (error) {
    if (run.discards === true || containable(error) === undefined) throw error;
    state.revert(start);
    if (countsNonce) increaseNonce(state, sender);
    if (fee !== undefined) state.transfer(sender, feeCollector, prepaid);
    return settled(execution, context, payment, endedByError, gasLimit);
  }
}

/**
 * What state and message made impossible, but no rule foresaw, costs all the gas: a transaction that the pool has taken
 * is in a block and has paid for it, on every node alike.
 */
const endedByError: Outcome = {
  ...({ status: 'halt', halt: 'precompile failure', gasLeft: 0n, refund: 0n, burned: 0n } as const),
  ...{ output: emptyBytes, logs: [] },
};

function settled(
  { gasLimit, gasPrice }: Execution,
  { state }: ExecutionContext,
  payment: FeePayment | undefined,
  outcome: Outcome,
  gasUsed: bigint,
): AppliedTransaction {
  payment?.settle(state, (gasLimit - gasUsed) * gasPrice);
  const peakGas = gasLimit - outcome.gasLeft;
  return { outcome, gasUsed, peakGas, effectiveGasPrice: gasPrice, contractAddress: outcome.created };
}
