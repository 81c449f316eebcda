import { applyTransaction } from '../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '../evm/transaction/execution.ts';
import type { BlockEnvironment, Engine, Log, NativeContracts } from '../kernel/engine.ts';
import type { Module, ProposerReport } from '../kernel/module.ts';
import { feeCollector } from '../kernel/module-account.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { JournaledState } from '../state/world-state.ts';
import { balanceChanges } from './balance-changes.ts';
import { transactionSize } from './block-rlp.ts';
import { bloomOf } from './bloom.ts';
import type { BalanceChange, Receipt } from './types.ts';

/** What blocks are executed with. */
export type ExecutionContext = {
  readonly engine: Engine;
  /** precompiles and module calls */
  readonly natives: NativeContracts;
  /** hooks run in this order */
  readonly modules: readonly Module[];
};

/** A block while it is made: what has been executed so far, and the state that left. */
export type BlockBuilder = {
  readonly context: ExecutionContext;
  readonly environment: BlockEnvironment;
  readonly report: ProposerReport;
  readonly state: JournaledState;
  readonly transactions: Transaction[];
  readonly receipts: Receipt[];
  /** events of the hooks around the block */
  readonly events: Log[];
  /** whose balance something else than a transaction changed, in order */
  readonly hookChanges: BalanceChange[];
  gasUsed: bigint;
  logCount: number;
  /** of the transactions, in RLP */
  byteSize: number;
};

/** A block in which nothing has happened yet. */
export function createBlockBuilder(
  machine: ExecutionContext,
  environment: BlockEnvironment,
  report: ProposerReport,
  state: JournaledState,
): BlockBuilder {
  const lists = { transactions: [], receipts: [], events: [], hookChanges: [] };
  return { context: machine, environment, report, state, ...lists, gasUsed: 0n, logCount: 0, byteSize: 0 };
}

/**
 * Executes the next transaction. Throws a TransactionFaultError, with nothing changed, when it is not valid here; after
 * any other error the state is the caller's to revert, and the rest of the draft is as it was.
 */
export function appendTransaction(draft: BlockBuilder, tx: Transaction): void {
  const { context: machine, environment: block, state } = draft;
  const mark = state.snapshot();
  const run = { natives: machine.natives };
  const applied = applyTransaction(tx, { engine: machine.engine, block, state, feeCollector, run });
  const receipt = toReceipt(draft, tx, applied, mark);
  draft.gasUsed = receipt.cumulativeGasUsed;
  draft.receipts.push(receipt);
  draft.transactions.push(tx);
  draft.logCount += applied.outcome.logs.length;
  draft.byteSize += transactionSize(tx);
}

/** Gas that the next transaction may ask for. */
export function gasLeft({ environment, gasUsed }: BlockBuilder): bigint {
  return environment.gasLimit - gasUsed;
}

function toReceipt(
  { state, gasUsed, logCount }: BlockBuilder,
  tx: Transaction,
  applied: AppliedTransaction,
  mark: number,
): Receipt {
  const { outcome, contractAddress, effectiveGasPrice } = applied;
  return {
    type: tx.type,
    status: outcome.status === 'success' ? 1 : 0,
    gasUsed: applied.gasUsed,
    cumulativeGasUsed: gasUsed + applied.gasUsed,
    effectiveGasPrice,
    contractAddress,
    logs: outcome.logs,
    firstLogIndex: logCount,
    logsBloom: bloomOf(outcome.logs),
    balanceChanges: balanceChanges(state, mark, tx.sender),
  };
}
