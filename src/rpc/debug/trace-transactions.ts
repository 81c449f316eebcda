import { type ReplayedBlock, replayBlock } from '../../chain/replay-block.ts';
import type { Block } from '../../chain/types.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import { applyTransactionInSlices } from '../../evm/transaction/apply-transaction.ts';
import { authorityOf } from '../../evm/transaction/authorize.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import type { RunOptions } from '../../kernel/engine.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { authorizationsOf, type Transaction } from '../../kernel/transaction/transaction.ts';
import { type AsyncSteps, awaitValue, type MaybePromise } from '../../primitives/maybe-promise.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { type ExecutionBudget, yieldTimeSlice } from '../execution/execution-budget.ts';
import { RpcError } from '../types.ts';
import { createTraceBudget, runTrace, type TraceBudget } from './run-trace.ts';
import type { TraceConfig } from './trace-config.ts';

export type TraceDependencies = Pick<EthDependencies, 'chain' | 'engine' | 'natives' | 'modules' | 'limits' | 'node'>;

export type TracedTransaction = { readonly transaction: Transaction; readonly trace: TraceValue };

/** Executes a block anew up to one of its transactions, and that one traced. Throws an RpcFault. */
export function* traceTransaction(
  parts: TraceDependencies,
  height: number,
  index: number,
  config: TraceConfig,
  time: ExecutionBudget,
): AsyncSteps<TraceValue> {
  const replay = requireReplay(parts, height);
  const run = { natives: parts.natives, shouldStop: () => time.isExhausted() };
  for (const tx of replay.block.transactions.slice(0, index)) {
    yield* awaitValue(apply(parts, replay, tx, run, time));
    yield* yieldTimeSlice(time);
  }
  return yield* traceNext(parts, replay, index, config, createTraceBudget(time, parts.limits.maxTraceBytes));
}

/** Executes a block anew, all of it traced. Throws an RpcFault. */
export function* traceBlock(
  parts: TraceDependencies,
  height: number,
  config: TraceConfig,
  time: ExecutionBudget,
): AsyncSteps<readonly TracedTransaction[]> {
  const replay = requireReplay(parts, height);
  const budget = createTraceBudget(time, parts.limits.maxTraceBytes);
  const traced: TracedTransaction[] = [];
  for (const [index, transaction] of replay.block.transactions.entries()) {
    traced.push({ transaction, trace: yield* traceNext(parts, replay, index, config, budget) });
    yield* yieldTimeSlice(time);
  }
  return traced;
}

function requireReplay({ chain, engine, natives, modules }: TraceDependencies, height: number): ReplayedBlock {
  if (height === 0) throw new RpcError(-32000, 'genesis is not traceable');
  const replay = replayBlock(chain, { engine, natives, modules }, height);
  if (replay === undefined) throw new RpcError(-32000, `block #${height} not found`);
  return replay;
}

function traceNext(
  parts: TraceDependencies,
  replay: ReplayedBlock,
  index: number,
  config: TraceConfig,
  budget: TraceBudget,
): AsyncSteps<TraceValue> {
  const { block, environment, state } = replay;
  const tx = transactionAt(block, index);
  const { sender, to, gasLimit } = tx;
  const authorities = authorizationsOf(tx).flatMap((each) => authorityOf(each, environment.chainId) ?? []);
  const position = {
    blockHash: block.header.hash,
    blockNumber: environment.number,
    transactionHash: tx.hash,
    transactionIndex: index,
  };
  const alsoTouched = [feeCollector, ...authorities];
  const subject = { state, natives: parts.natives, sender, to, gasLimit, alsoTouched, position };
  return runTrace(config, subject, (options) => apply(parts, replay, tx, options, budget.execution), budget);
}

function apply(
  { engine }: TraceDependencies,
  { environment, state }: ReplayedBlock,
  tx: Transaction,
  run: RunOptions,
  time: ExecutionBudget,
): MaybePromise<AppliedTransaction> {
  return applyTransactionInSlices(tx, { engine, block: environment, state, feeCollector, run }, time);
}

function transactionAt({ header, transactions }: Block, index: number): Transaction {
  const tx = transactions[index];
  if (tx === undefined) throw new RpcError(-32000, `no transaction ${index} in block ${header.number}`);
  return tx;
}
