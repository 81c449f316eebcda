import { callFaultText, outcomeFault } from '../../../evm/call-fault.ts';
import { applyMessage } from '../../../evm/transaction/apply-message.ts';
import { applyTransaction } from '../../../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction, ExecutionContext } from '../../../evm/transaction/execution.ts';
import { TransactionFaultError } from '../../../evm/transaction/fault.ts';
import type { BlockEnvironment, Log } from '../../../kernel/engine.ts';
import { encodeSigned, restoreTransaction } from '../../../kernel/transaction/codec.ts';
import type { Transaction, UnsignedTransaction } from '../../../kernel/transaction/transaction.ts';
import { type Address, zeroAddress } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { toHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { assertAuthorizations, assertChainId, toCallMessage } from '../../execution/call-message.ts';
import type { JsonValue } from '../../json-value.ts';
import type { CallRequest } from '../../params/call-request.ts';
import { simulationError } from './simulation-error.ts';
import { TransferLogs } from './transfer-logs.ts';

/** An executed call. `logs` may contain transfers of the native coin, too, which are in no receipt. */
export type SimulatedCall = {
  readonly transaction: Transaction;
  readonly applied: AppliedTransaction;
  readonly logs: readonly Log[];
};

export type CallSettings = {
  readonly isValidating: boolean;
  readonly showsTransfers: boolean;
  readonly gasLimit: bigint;
};

/** Executes one call. Throws an RpcError when it is not valid. */
export function simulateCall(request: CallRequest, context: ExecutionContext, settings: CallSettings): SimulatedCall {
  assertChainId(request.chainId, context.block.chainId);
  const sender = request.from ?? zeroAddress;
  const { gasLimit } = settings;
  const nonce = context.state.account(sender)?.nonce ?? 0n;
  const transaction = toTransaction(
    { ...request, gas: gasLimit, nonce: request.nonce ?? nonce },
    sender,
    context.block,
  );
  const recorder = settings.showsTransfers ? new TransferLogs() : undefined;
  const run = recorder === undefined ? context.run : { ...context.run, tracer: recorder };
  try {
    assertAuthorizations(request);
    const applied = settings.isValidating
      ? applyTransaction(transaction, { ...context, run })
      : applyMessage(toCallMessage(request, gasLimit), { ...context, run });
    const isDone = applied.outcome.status === 'success';
    return { transaction, applied, logs: isDone ? (recorder?.logs ?? applied.outcome.logs) : [] };
  } catch (error) {
    throw error instanceof TransactionFaultError ? simulationError(error.fault) : error;
  }
}

function toTransaction(request: CallRequest, sender: Address, block: BlockEnvironment): Transaction {
  const { gasPrice, accessList = [], authorizationList } = request;
  const common = {
    chainId: block.chainId,
    nonce: request.nonce ?? 0n,
    gasLimit: request.gas ?? 0n,
    to: request.to,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
  };
  const fees = {
    maxFeePerGas: request.maxFeePerGas ?? gasPrice ?? 0n,
    maxPriorityFeePerGas: request.maxPriorityFeePerGas ?? gasPrice ?? 0n,
  };
  return withoutSignature(unsigned(), sender);

  function unsigned(): UnsignedTransaction {
    if (gasPrice !== undefined && authorizationList === undefined) {
      return accessList.length === 0 ? { type: 0, ...common, gasPrice } : { type: 1, ...common, gasPrice, accessList };
    }
    return authorizationList === undefined
      ? { type: 2, ...common, ...fees, accessList }
      : { type: 4, ...common, ...fees, accessList, authorizationList };
  }
}

function withoutSignature(tx: UnsignedTransaction, sender: Address): Transaction {
  return restoreTransaction(encodeSigned(tx, { r: 0n, s: 0n, yParity: 0 }), sender);
}

/** The result of one call. `logs`: its logs with their position in the block */
export function callResult({ applied }: SimulatedCall, logs: JsonValue): JsonValue {
  const { outcome, gasUsed, peakGas } = applied;
  const fault = outcomeFault(outcome);
  const common = {
    returnData: fault === undefined ? toHex(outcome.output) : '0x',
    logs,
    gasUsed: quantity(gasUsed),
    maxUsedGas: quantity(peakGas > gasUsed ? peakGas : gasUsed),
  };
  if (fault === undefined) return { ...common, status: '0x1' };
  const error =
    fault.code === 'reverted'
      ? { code: 3, message: callFaultText(fault), data: toHex(fault.output) }
      : { code: -32015, message: callFaultText(fault) };
  return { ...common, status: '0x0', error };
}
