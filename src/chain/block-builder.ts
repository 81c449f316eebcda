import type { BlockEnvironment, Engine, Log, NativeContracts } from '../kernel/engine.ts';
import type { Module, ProposerReport } from '../kernel/module.ts';
import type { Prints } from '../kernel/prints.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { ValidatorPower } from '../kernel/validator-set.ts';
import type { StateChanges, StateView } from '../state/types.ts';
import type { JournaledState } from '../state/world-state.ts';
import { balanceChanges } from './balance-changes.ts';
import { transactionSize } from './block-rlp.ts';
import type { LongTransactions } from './block-thread/long-transactions.ts';
import { LogBlooms } from './bloom.ts';
import { executeTransaction, type RunLimits, type TransactionResult } from './execute-transaction.ts';
import type { BalanceChange, Receipt, TransactionPrints } from './types.ts';

/** What a chain needs to execute blocks. */
export type ExecutionContext = {
  readonly engine: Engine;
  /** precompiles and module calls */
  readonly natives: NativeContracts;
  /** hooks run in this order */
  readonly modules: readonly Module[];
  /**
   * The validators that a state names, at least one, in any order; absent where changes of the validators are not
   * needed.
   */
  readonly validatorSet?: (state: StateView) => readonly ValidatorPower[];
};

/** Bytes after which a block keeps no more of what its transactions print. */
const maxPrintedBytes = 1024 * 1024;

/** A block under construction: what has been executed so far, and the resulting state. */
export type BlockBuilder = {
  readonly context: ExecutionContext;
  readonly environment: BlockEnvironment;
  readonly report: ProposerReport;
  /** the state after all transactions so far */
  readonly state: JournaledState;
  /** Without it, all transactions are executed on this thread to their end. */
  readonly long: LongTransactions | undefined;
  readonly blooms: LogBlooms;
  readonly transactions: Transaction[];
  readonly receipts: Receipt[];
  /** events of the hooks around the block */
  readonly events: Log[];
  /** balances changed by the hooks, in order */
  readonly hookChanges: BalanceChange[];
  /** what transactions printed, in order */
  readonly prints: TransactionPrints[];
  printedBytes: number;
  gasUsed: bigint;
  logCount: number;
  /** Bytes of the transactions in RLP */
  byteSize: number;
};

/** A builder for a block in which nothing has been executed yet. */
export function createBlockBuilder(
  context: ExecutionContext,
  environment: BlockEnvironment,
  report: ProposerReport,
  state: JournaledState,
  long?: LongTransactions,
): BlockBuilder {
  return {
    context,
    environment,
    report,
    state,
    long,
    blooms: new LogBlooms(),
    transactions: [],
    receipts: [],
    events: [],
    hookChanges: [],
    prints: [],
    printedBytes: 0,
    gasUsed: 0n,
    logCount: 0,
    byteSize: 0,
  };
}

/**
 * Executes the next transaction. Throws a TransactionFaultError when it is not valid here. After any error nothing has
 * changed.
 */
export function appendTransaction(builder: BlockBuilder, tx: Transaction, limits?: RunLimits): void {
  const { context, environment, state, blooms } = builder;
  const { engine, natives } = context;
  const snapshot = state.snapshot();
  try {
    const result = executeTransaction(tx, { engine, natives, environment, state, blooms }, limits);
    append(builder, tx, result, balanceChanges(state, snapshot, tx.sender));
  } catch (error) {
    state.revert(snapshot);
    throw error;
  }
}

/** Adds a transaction that was executed on an equal state, from which it made these changes. */
export function appendExecuted(
  builder: BlockBuilder,
  tx: Transaction,
  result: TransactionResult,
  changes: StateChanges,
): void {
  const { state } = builder;
  const snapshot = state.snapshot();
  state.apply(changes);
  append(builder, tx, result, balanceChanges(state, snapshot, tx.sender));
}

function append(
  builder: BlockBuilder,
  tx: Transaction,
  result: TransactionResult,
  changes: readonly BalanceChange[],
): void {
  const receipt = toReceipt(builder, tx, result, changes);
  if (result.prints !== undefined)
    builder.prints.push({ transactionIndex: builder.transactions.length, prints: withinBlock(builder, result.prints) });
  builder.gasUsed = receipt.cumulativeGasUsed;
  builder.receipts.push(receipt);
  builder.transactions.push(tx);
  builder.logCount += receipt.logs.length;
  builder.byteSize += transactionSize(tx);
}

/** The prints, without their content when the block has printed much before. */
function withinBlock(builder: BlockBuilder, added: Prints): Prints {
  if (builder.printedBytes < maxPrintedBytes) {
    builder.printedBytes += added.bytes;
    return added;
  }
  return { inputs: [], bytes: 0, leftOut: added.leftOut + added.inputs.length };
}

/** The highest gas limit that the next transaction may have. */
export function gasLeft({ environment, gasUsed }: BlockBuilder): bigint {
  return environment.gasLimit - gasUsed;
}

function toReceipt(
  { gasUsed, logCount }: BlockBuilder,
  tx: Transaction,
  result: TransactionResult,
  changes: readonly BalanceChange[],
): Receipt {
  const { status, effectiveGasPrice, contractAddress, logs, logsBloom } = result;
  return {
    type: tx.type,
    status,
    gasUsed: result.gasUsed,
    cumulativeGasUsed: gasUsed + result.gasUsed,
    effectiveGasPrice,
    contractAddress,
    logs,
    firstLogIndex: logCount,
    logsBloom,
    balanceChanges: changes,
  };
}
