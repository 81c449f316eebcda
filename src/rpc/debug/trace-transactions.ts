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

/** Replays a block up to one of its transactions, and traces that one. Throws an RpcError. */
export function* traceTransaction(
  dependencies: TraceDependencies,
  height: number,
  index: number,
  config: TraceConfig,
  budget: ExecutionBudget,
): AsyncSteps<TraceValue> {
  const replay = requireReplay(dependencies, height);
  const run = { natives: dependencies.natives, shouldStop: () => budget.isExhausted() };
  for (const tx of replay.block.transactions.slice(0, index)) {
    yield* awaitValue(apply(dependencies, replay, tx, run, budget));
    yield* yieldTimeSlice(budget);
  }
  return yield* traceNext(
    dependencies,
    replay,
    index,
    config,
    createTraceBudget(budget, dependencies.limits.maxTraceBytes),
  );
}

/** Replays a block and traces all of its transactions. Throws an RpcError. */
export function* traceBlock(
  dependencies: TraceDependencies,
  height: number,
  config: TraceConfig,
  budget: ExecutionBudget,
): AsyncSteps<readonly TracedTransaction[]> {
  const replay = requireReplay(dependencies, height);
  const traceBudget = createTraceBudget(budget, dependencies.limits.maxTraceBytes);
  const traced: TracedTransaction[] = [];
  for (const [index, transaction] of replay.block.transactions.entries()) {
    traced.push({ transaction, trace: yield* traceNext(dependencies, replay, index, config, traceBudget) });
    yield* yieldTimeSlice(budget);
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
  dependencies: TraceDependencies,
  replay: ReplayedBlock,
  index: number,
  config: TraceConfig,
  traceBudget: TraceBudget,
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
  const subject = { state, natives: dependencies.natives, sender, to, gasLimit, alsoTouched, position };
  return runTrace(
    config,
    subject,
    (options) => apply(dependencies, replay, tx, options, traceBudget.execution),
    traceBudget,
  );
}

function apply(
  { engine }: TraceDependencies,
  { environment, state }: ReplayedBlock,
  tx: Transaction,
  run: RunOptions,
  budget: ExecutionBudget,
): MaybePromise<AppliedTransaction> {
  return applyTransactionInSlices(tx, { engine, block: environment, state, feeCollector, run }, budget);
}

function transactionAt({ header, transactions }: Block, index: number): Transaction {
  const tx = transactions[index];
  if (tx === undefined) throw new RpcError(-32000, `no transaction ${index} in block ${header.number}`);
  return tx;
}
