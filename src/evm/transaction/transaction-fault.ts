import type { BlockEnvironment, NativeContracts } from '../../kernel/engine.ts';
import { feeCap } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { FeeFault, TransactionFault } from './fault.ts';
import type { GasCost } from './gas-cost.ts';
import { type SentTransaction, senderFault } from './sender-fault.ts';
import { signatureFault } from './signature-fault.ts';
import { staticFault } from './static-fault.ts';

/**
 * Why the transaction cannot be applied in this block on this state, or undefined when it can. `rules`: those of
 * modules. `cost`: when its gas is already known.
 */
export function transactionFault(
  tx: SentTransaction,
  block: BlockEnvironment,
  state: StateView,
  rules: Pick<NativeContracts, 'signatures' | 'fees'>,
  cost?: GasCost,
): TransactionFault | undefined {
  return (
    staticFault(tx, block, cost) ??
    feeFault(tx.sender, feeCap(tx), block.baseFee) ??
    senderFault(tx, state, rules.fees?.fundsOf(state, tx)) ??
    signatureFault(tx, state, rules.signatures)
  );
}

/** EIP-1559: the fee cap must not be below the base fee. */
export function feeFault(sender: Address, cap: bigint, baseFee: bigint): FeeFault | undefined {
  return cap < baseFee ? { code: 'fee-cap-below-base-fee', sender, feeCap: cap, baseFee } : undefined;
}
