import { applyTransaction } from '../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '../evm/transaction/execution.ts';
import type { BlockEnvironment, Engine, Log, NativeContracts, RunOptions } from '../kernel/engine.ts';
import { feeCollector } from '../kernel/module-account.ts';
import type { Prints } from '../kernel/prints.ts';
import { hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { WorldState } from '../state/types.ts';
import type { LogBlooms } from './bloom.ts';
import type { Receipt } from './types.ts';

/** The result of a transaction, independent of its position in the block; its changes are in the state. */
export type TransactionResult = Pick<
  Receipt,
  'status' | 'gasUsed' | 'effectiveGasPrice' | 'contractAddress' | 'logs' | 'logsBloom'
> & {
  /** what it passed to console.log, as `Outcome` has it */
  readonly prints: Prints | undefined;
};

/** What stops a transaction that takes long. */
export type RunLimits = Pick<RunOptions, 'shouldStop' | 'maxNativeGas' | 'maxLogBytes'>;

type ExecutionPlace = {
  readonly engine: Engine;
  readonly natives: NativeContracts;
  readonly environment: BlockEnvironment;
  readonly state: WorldState;
  readonly blooms: LogBlooms;
};

/**
 * Executes a transaction. Throws a TransactionFaultError, with nothing changed, when it is not valid here. After any
 * other error, such as the ExecutionStoppedError of a limit, the caller must revert the state.
 */
export function executeTransaction(tx: Transaction, place: ExecutionPlace, limits: RunLimits = {}): TransactionResult {
  const { engine, natives, environment: block, state, blooms } = place;
  const run = { natives, ...limits };
  const applied = applyTransaction(tx, { engine, block, state, feeCollector, run });
  const { outcome, gasUsed, effectiveGasPrice, contractAddress } = applied;
  const logs = withHybridLog(place, tx, applied);
  const status = outcome.status === 'success' ? 1 : 0;
  return {
    status,
    gasUsed,
    effectiveGasPrice,
    contractAddress,
    logs,
    logsBloom: blooms.of(logs),
    prints: outcome.prints,
  };
}

/** A hybrid transaction that succeeds begins with the event of its second signature. */
function withHybridLog(
  { natives, state }: ExecutionPlace,
  tx: Transaction,
  { outcome: { status, logs } }: AppliedTransaction,
): readonly Log[] {
  if (tx.type !== hybridType || status !== 'success') return logs;
  const log = natives.signatures?.verifiedLog(state, tx);
  return log === undefined ? logs : [log, ...logs];
}
