import { type ReplayedBlock, replayBlock } from '../../chain/replay-block.ts';
import type { Block, ChainReader, TransactionLocation } from '../../chain/types.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import { applyTransaction } from '../../evm/transaction/apply-transaction.ts';
import { authoritiesOf } from '../../evm/transaction/authorize.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import type { RunOptions } from '../../kernel/engine.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { authorizationsOf, type Transaction } from '../../kernel/transaction/transaction.ts';
import { assertNotStopped, type ExecutionControl, type ExecutionNode } from '../execution/execution-kind.ts';
import { RpcError } from '../rpc-error.ts';
import { createTraceBudget, runTrace, type TraceBudget, type TraceOptions } from './run-trace.ts';

type TracedTransaction = { readonly transaction: Transaction; readonly trace: TraceValue };

type TriedTrace = { readonly transaction: Transaction; readonly trace: TraceValue | RpcError };

/** Replays a block up to one of its transactions, and traces that one. Throws an RpcError. */
export function traceTransaction(
  node: ExecutionNode,
  location: TransactionLocation,
  options: TraceOptions,
  control: ExecutionControl,
): TraceValue {
  const replay = stateBefore(node, location, control);
  return traceNext(node, replay, location.index, options, createTraceBudget(control, node.limits.maxTraceBytes));
}

/** Replays a block up to one of its transactions, or through all of them. Throws an RpcError. */
export function stateBefore(
  node: ExecutionNode,
  { height, index }: TransactionLocation,
  control: ExecutionControl,
): ReplayedBlock {
  const replay = requireReplay(node, height);
  const run = { natives: node.natives, shouldStop: () => control.shouldStop() };
  for (const tx of replay.block.transactions.slice(0, index)) {
    apply(node, replay, tx, run);
    assertNotStopped(control);
  }
  return replay;
}

/** Replays a block and traces all of its transactions. Throws an RpcError. */
export function traceBlock(
  node: ExecutionNode,
  height: number,
  options: TraceOptions,
  control: ExecutionControl,
): readonly TracedTransaction[] {
  const budget = createTraceBudget(control, node.limits.maxTraceBytes);
  return traceReplay(node, requireReplay(node, height), options, budget);
}

/**
 * As `traceBlock`, but the error of a tracer is that of its transaction alone; what exceeds a limit of the node
 * (-32005) fails all. Throws an RpcError.
 */
export function tryTraceBlock(
  node: ExecutionNode,
  height: number,
  options: TraceOptions,
  control: ExecutionControl,
): readonly TriedTrace[] {
  const budget = createTraceBudget(control, node.limits.maxTraceBytes);
  const replay = requireReplay(node, height);
  const { block, state } = replay;
  return block.transactions.map((transaction, index) => {
    assertNotStopped(control);
    const start = state.snapshot();
    try {
      return { transaction, trace: traceNext(node, replay, index, options, budget) };
    } catch (error) {
      if (!(error instanceof RpcError) || error.code === -32005) throw error;
      state.revert(start);
      apply(node, replay, transaction, { natives: node.natives, shouldStop: () => control.shouldStop() });
      return { transaction, trace: error };
    }
  });
}

/** Traces all transactions of a block that was replayed up to its first. Throws an RpcError. */
export function traceReplay(
  node: ExecutionNode,
  replay: ReplayedBlock,
  options: TraceOptions,
  budget: TraceBudget,
): readonly TracedTransaction[] {
  return replay.block.transactions.map((transaction, index) => {
    assertNotStopped(budget.control);
    return { transaction, trace: traceNext(node, replay, index, options, budget) };
  });
}

/** A block before its first transaction. Throws an RpcError. */
export function requireReplay({ chain, engine, natives, modules }: ExecutionNode, height: number): ReplayedBlock {
  if (height === chain.identity.genesisHeight) throw new RpcError(-32000, 'genesis is not traceable');
  const replay = replayBlock(chain, { engine, natives, modules }, height);
  if (replay === undefined) throw new RpcError(-32000, `block #${height} not found`);
  return replay;
}

function traceNext(
  node: ExecutionNode,
  replay: ReplayedBlock,
  index: number,
  options: TraceOptions,
  budget: TraceBudget,
): TraceValue {
  const { block, environment, state } = replay;
  const tx = transactionAt(block, index);
  const { sender, to, gasLimit } = tx;
  const authorities = authoritiesOf(authorizationsOf(tx), environment.chainId).filter((each) => each !== undefined);
  const position = {
    blockHash: block.header.hash,
    blockNumber: environment.number,
    transactionHash: tx.hash,
    transactionIndex: index,
    nextLogIndex: nextLogIndex(node.chain, block, index),
  };
  const alsoTouched = [feeCollector, ...authorities];
  const subject = { state, natives: node.natives, sender, to, gasLimit, block: environment, alsoTouched, position };
  return runTrace(options, subject, (run) => apply(node, replay, tx, run), budget);
}

function nextLogIndex(chain: ChainReader, { header }: Block, index: number): number {
  const receipt = chain.receipt({ height: header.number, index });
  return receipt === undefined ? 0 : receipt.firstLogIndex + receipt.logs.length;
}

function apply(
  { engine }: ExecutionNode,
  { environment, state }: ReplayedBlock,
  tx: Transaction,
  run: RunOptions,
): AppliedTransaction {
  return applyTransaction(tx, { engine, block: environment, state, feeCollector, run });
}

function transactionAt({ header, transactions }: Block, index: number): Transaction {
  const tx = transactions[index];
  if (tx === undefined) throw new RpcError(-32000, `no transaction ${index} in block ${header.number}`);
  return tx;
}
