import type { AccessList, Authorization } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { execute } from './apply-transaction.ts';
import type { AppliedTransaction, Execution, ExecutionContext } from './execution.ts';
import { type TransactionFault, TransactionFaultError } from './fault.ts';
import { gasCost } from './gas-cost.ts';
import { paymentFault } from './sender-fault.ts';
import { dataFault, priceFault } from './static-fault.ts';
import { feeFault } from './transaction-fault.ts';

/** An unsigned call (eth_call, eth_estimateGas): any account may be its sender, and gas may be free. */
export type CallMessage = {
  readonly sender: Address;
  /** undefined creates a contract */
  readonly to: Address | undefined;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly gasLimit: bigint;
  /** wei per gas; 0 for a call that pays no gas, whatever the base fee is */
  readonly feeCap: bigint;
  readonly tipCap: bigint;
  readonly accessList: AccessList;
  readonly authorizations: readonly Authorization[];
  readonly blobHashes: readonly Hash[];
};

/** Why the call cannot be executed, or undefined. Nonce, chain id and the sender's code are not checked. */
export function messageFault(
  message: CallMessage,
  { block, state, run }: Pick<ExecutionContext, 'block' | 'state' | 'run'>,
): TransactionFault | undefined {
  const { sender, gasLimit, feeCap, tipCap } = message;
  const isFree = feeCap === 0n && tipCap === 0n;
  const fault = isFree ? undefined : (priceFault(gasLimit, feeCap, tipCap) ?? feeFault(sender, feeCap, block.baseFee));
  return (
    fault ??
    paymentFault(message, gasLimit * feeCap, state, isFree ? undefined : run.natives.fees?.fundsOf(state, message)) ??
    dataFault(message, gasLimit, block)
  );
}

/**
 * Executes a call on a state that is discarded afterwards. Throws a TransactionFaultError when `messageFault` returns a
 * fault.
 */
export function applyMessage(message: CallMessage, context: ExecutionContext): AppliedTransaction {
  return execute(executionOf(message, context), gasCost(message, context.block.fork), context);
}

function executionOf(message: CallMessage, context: ExecutionContext): Execution {
  const fault = messageFault(message, context);
  if (fault !== undefined) throw new TransactionFaultError(fault);
  const { sender, to, value, data, gasLimit, accessList, authorizations, blobHashes } = message;
  const gasPrice = callGasPrice(message, context.block.baseFee);
  // field by field: a spread would take as long as a short call itself
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
    isHybrid: true, // whoever sends it will sign as the account must
  };
}

function callGasPrice({ feeCap, tipCap }: CallMessage, baseFee: bigint): bigint {
  const withTip = baseFee + tipCap;
  return withTip < feeCap ? withTip : feeCap;
}
