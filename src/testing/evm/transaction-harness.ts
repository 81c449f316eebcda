import { applyTransaction } from '../../evm/transaction/apply-transaction.ts';
import type { ExecutionContext } from '../../evm/transaction/execution.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import type { SentTransaction } from '../../evm/transaction/sender-fault.ts';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { DynamicFeeTransaction } from '../../kernel/transaction/transaction.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { address, contract, createEvmHarness, sender } from './harness.ts';

export const feeCollector = address(0xfee);
/** Initial balance of the sender, in wei. */
export const funds = 10n ** 18n;

/** A call of the contract at 10 wei a gas, 3 of them tip. */
export function dynamicFee(fields: Partial<DynamicFeeTransaction> = {}): DynamicFeeTransaction {
  return {
    type: 2,
    chainId: 1234n,
    nonce: 0n,
    gasLimit: 100_000n,
    maxFeePerGas: 20n,
    maxPriorityFeePerGas: 3n,
    to: contract,
    value: 0n,
    data: emptyBytes,
    accessList: [],
    ...fields,
  };
}

/** A small state with a funded sender, to which whole transactions are applied. */
export function createTransactionHarness(blockFields: Partial<BlockEnvironment> = {}) {
  const harness = createEvmHarness();
  const { engine, state, contracts } = harness;
  const block = { ...harness.block, ...blockFields };
  const context: ExecutionContext = { engine, block, state, feeCollector, run: { natives: contracts } };
  harness.put(sender, { balance: funds });
  return {
    ...harness,
    block,
    context,
    apply: (tx: Partial<DynamicFeeTransaction> = {}) => applyTransaction({ ...dynamicFee(tx), sender }, context),
    /** The fault with which a transaction of any type is rejected. */
    rejection: (tx: SentTransaction) => {
      try {
        applyTransaction(tx, context);
      } catch (error) {
        if (error instanceof TransactionFaultError) return error.fault;
        throw error;
      }
      return undefined;
    },
  };
}
