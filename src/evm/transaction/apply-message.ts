import type { TimeSlices } from '../../kernel/engine.ts';
import type { AccessList, Authorization } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { execute, executeInSlices } from './apply-transaction.ts';
import type { AppliedTransaction, Execution, ExecutionContext, PausableContext } from './execution.ts';
import { type TransactionFault, TransactionFaultError } from './fault.ts';
import { fundsFault } from './sender-fault.ts';
import { dataFault, priceFault } from './static-fault.ts';
import { feeFault } from './transaction-fault.ts';

/** A call that nobody signed (eth_call, eth_estimateGas): any account may be its sender, and gas may be free. */
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

/** Why the call cannot run here, or undefined. No nonce, chain id or sender's code is looked at. */
export function messageFault(
  message: CallMessage,
  { block, state }: Pick<ExecutionContext, 'block' | 'state'>,
): TransactionFault | undefined {
  const { sender, value, gasLimit, feeCap, tipCap } = message;
  const isFree = feeCap === 0n && tipCap === 0n;
  const fault = isFree ? undefined : (priceFault(gasLimit, feeCap, tipCap) ?? feeFault(sender, feeCap, block.baseFee));
  return (
    fault ?? fundsFault(state.balance(sender), gasLimit * feeCap + value) ?? dataFault(message, gasLimit, block.fork)
  );
}

/** Runs a call on a state that is thrown away afterwards. Throws a TransactionFaultError when `messageFault` has one. */
export function applyMessage(message: CallMessage, context: ExecutionContext): AppliedTransaction {
  return execute(executionOf(message, context), context);
}

/** The same in turns: a promise stands for what comes after a pause, which rejects with what `turns` reject with. */
export function applyMessageInSlices(
  message: CallMessage,
  context: PausableContext,
  turns: TimeSlices,
): MaybePromise<AppliedTransaction> {
  return executeInSlices(executionOf(message, context), context, turns);
}

function executionOf(message: CallMessage, context: ExecutionContext): Execution {
  const fault = messageFault(message, context);
  if (fault !== undefined) throw new TransactionFaultError(fault);
  const { sender, to, value, data, gasLimit, accessList, authorizations, blobHashes } = message;
  const gasPrice = callGasPrice(message, context.block.baseFee);
  // named one by one: a spread would take as long as a short call itself
  return { sender, to, value, data, gasLimit, gasPrice, accessList, authorizations, blobHashes };
}

function callGasPrice({ feeCap, tipCap }: CallMessage, baseFee: bigint): bigint {
  const withTip = baseFee + tipCap;
  return withTip < feeCap ? withTip : feeCap;
}
