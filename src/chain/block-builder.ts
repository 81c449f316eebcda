import { applyTransaction } from '../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '../evm/transaction/execution.ts';
import type { BlockEnvironment, Engine, Log, NativeContracts } from '../kernel/engine.ts';
import type { Module, ProposerReport } from '../kernel/module.ts';
import { feeCollector } from '../kernel/module-account.ts';
import { type HybridTransaction, hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { ValidatorPower } from '../kernel/validator-set.ts';
import type { Address } from '../primitives/address.ts';
import type { StateView } from '../state/types.ts';
import type { JournaledState } from '../state/world-state.ts';
import { balanceChanges } from './balance-changes.ts';
import { transactionSize } from './block-rlp.ts';
import { bloomOf } from './bloom.ts';
import type { BalanceChange, Receipt } from './types.ts';

/** What a chain executes its blocks with. */
export type ExecutionContext = {
  readonly engine: Engine;
  /** precompiles and module calls */
  readonly natives: NativeContracts;
  /** hooks run in this order */
  readonly modules: readonly Module[];
  /** The validators that a state names, at least one, in any order; absent where nobody asks how blocks change them. */
  readonly validatorSet?: (state: StateView) => readonly ValidatorPower[];
};

/** A block under construction: what has been executed so far, and the resulting state. */
export type BlockBuilder = {
  readonly context: ExecutionContext;
  readonly environment: BlockEnvironment;
  readonly report: ProposerReport;
  readonly state: JournaledState;
  readonly transactions: Transaction[];
  readonly receipts: Receipt[];
  /** events of the hooks around the block */
  readonly events: Log[];
  /** balances changed by the hooks, in order */
  readonly hookChanges: BalanceChange[];
  gasUsed: bigint;
  logCount: number;
  /** of the transactions in RLP */
  byteSize: number;
};

/** A builder for a block in which nothing has been executed yet. */
export function createBlockBuilder(
  context: ExecutionContext,
  environment: BlockEnvironment,
  report: ProposerReport,
  state: JournaledState,
): BlockBuilder {
  const lists = { transactions: [], receipts: [], events: [], hookChanges: [] };
  return { context, environment, report, state, ...lists, gasUsed: 0n, logCount: 0, byteSize: 0 };
}

/**
 * Executes the next transaction. Throws a TransactionFaultError, with nothing changed, when it is not valid here. After any
 * other error the caller must revert the state; the rest of the builder is unchanged.
 */
export function appendTransaction(builder: BlockBuilder, tx: Transaction): void {
  const { context, environment: block, state } = builder;
  const snapshot = state.snapshot();
  const { engine, natives } = context;
  const applied = applyTransaction(tx, { engine, block, state, feeCollector, run: { natives } });
  const logs = tx.type === hybridType ? withHybridLog(builder, tx, applied) : applied.outcome.logs;
  const receipt = toReceipt(builder, tx, applied, logs, snapshot);
  builder.gasUsed = receipt.cumulativeGasUsed;
  builder.receipts.push(receipt);
  builder.transactions.push(tx);
  builder.logCount += logs.length;
  builder.byteSize += transactionSize(tx);
}

/** The highest gas limit that the next transaction may have. */
export function gasLeft({ environment, gasUsed }: BlockBuilder): bigint {
  return environment.gasLimit - gasUsed;
}

/** A hybrid transaction that succeeds begins with the event of its second signature. */
function withHybridLog(
  { context, state }: BlockBuilder,
  tx: HybridTransaction & { readonly sender: Address },
  { outcome }: AppliedTransaction,
): readonly Log[] {
  const log = outcome.status === 'success' ? context.natives.signatures?.verifiedLog(state, tx) : undefined;
  return log === undefined ? outcome.logs : [log, ...outcome.logs];
}

function toReceipt(
  { state, gasUsed, logCount }: BlockBuilder,
  tx: Transaction,
  applied: AppliedTransaction,
  logs: readonly Log[],
  snapshot: number,
): Receipt {
  const { outcome, contractAddress, effectiveGasPrice } = applied;
  return {
    type: tx.type,
    status: outcome.status === 'success' ? 1 : 0,
    gasUsed: applied.gasUsed,
    cumulativeGasUsed: gasUsed + applied.gasUsed,
    effectiveGasPrice,
    contractAddress,
    logs,
    firstLogIndex: logCount,
    logsBloom: bloomOf(logs),
    balanceChanges: balanceChanges(state, snapshot, tx.sender),
  };
}
