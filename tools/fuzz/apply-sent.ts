import { applyTransaction } from '#qord/evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '#qord/evm/transaction/execution.ts';
import { TransactionFaultError } from '#qord/evm/transaction/fault.ts';
import type { BlockEnvironment } from '#qord/kernel/engine.ts';
import type { WorldState } from '#qord/state/types.ts';
import { type EngineContext, feeCollector } from '../official/apply-case.ts';
import type { Sent } from './scenario.ts';

/**
 * Applies a transaction as a block of this chain does: fees stay where they are paid to, so that nothing is written
 * after it but the gas that is given back. undefined: it is not valid.
 */
export function applySent(
  { tx, blobs }: Sent,
  state: WorldState,
  block: BlockEnvironment,
  { engine, natives }: EngineContext,
): AppliedTransaction | undefined {
  const snapshot = state.snapshot();
  try {
    return applyTransaction(tx, { engine, block, state, feeCollector, run: { natives } }, blobs?.hashes);
  } catch (error) {
    if (!(error instanceof TransactionFaultError)) throw error;
    state.revert(snapshot);
    return undefined;
  }
}
