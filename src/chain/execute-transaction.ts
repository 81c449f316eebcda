import { applyPlain } from '../evm/transaction/apply-plain.ts';
import { applyTransaction } from '../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '../evm/transaction/execution.ts';
import type { BlockEnvironment, Engine, Log, NativeContracts, RunOptions } from '../kernel/engine.ts';
import { feeCollector } from '../kernel/module-account.ts';
import type { PlainOutcome, PlainRuns } from '../kernel/plain-runs.ts';
import { effectiveGasPrice, hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { WorldState } from '../state/types.ts';
import { emptyBloom, type LogBlooms } from './bloom.ts';
import type { BalanceChange, Receipt } from './types.ts';

/** The result of a transaction, independent of its position in the block; its changes are in the state. */
export type TransactionResult = Pick<
  Receipt,
  'status' | 'gasUsed' | 'effectiveGasPrice' | 'contractAddress' | 'logs' | 'logsBloom'
>;

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
  return { status, gasUsed, effectiveGasPrice, contractAddress, logs, logsBloom: blooms.of(logs) };
}

type PlainPlace = Pick<ExecutionPlace, 'natives' | 'environment'> & {
  readonly plain: { readonly runs: PlainRuns; readonly state: WorldState };
};

type PlainResult = { readonly result: TransactionResult; readonly balanceChanges: BalanceChange[] };

/**
 * Executes plain transactions inside the engine, which keeps their changes. Returns the results of the first ones; none
 * when the first is to be executed on the state. Throws like `executeTransaction` for the first, always with nothing
 * changed. `gas`: what they may use together.
 */
export function executePlain(
  txs: readonly Transaction[],
  gas: bigint,
  { plain: { runs, state }, natives, environment: block }: PlainPlace,
  limits: RunLimits = {},
): PlainResult[] {
  const { shouldStop, maxNativeGas, maxLogBytes } = limits;
  const run = { natives, shouldStop, maxNativeGas, maxLogBytes };
  const outcomes = applyPlain(txs, gas, { plain: runs, block, state, run });
  return outcomes.map((outcome, index) => toResult(txs[index] as Transaction, outcome, block));
}

function toResult(tx: Transaction, outcome: PlainOutcome, { baseFee }: BlockEnvironment): PlainResult {
  const { gasUsed, logs, logsBloom = emptyBloom, balanceChanges } = outcome;
  const status = outcome.status === 'success' ? 1 : 0;
  const gasPrice = effectiveGasPrice(tx, baseFee);
  const result = { status, gasUsed, effectiveGasPrice: gasPrice, contractAddress: undefined, logs, logsBloom } as const;
  return { result, balanceChanges };
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
