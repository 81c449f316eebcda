import type { Block } from '../../chain/contract.ts';
import { type Replay, replayBlock } from '../../chain/replay-block.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import { applyTransaction } from '../../evm/transaction/apply-transaction.ts';
import { authorityOf } from '../../evm/transaction/authorize.ts';
import type { RunOptions } from '../../kernel/engine.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { authorizationsOf, type Transaction } from '../../kernel/transaction/transaction.ts';
import { RpcFault } from '../contract.ts';
import type { EthParts } from '../eth/parts.ts';
import { createTraceBudget, runTrace, type TraceBudget } from './run-trace.ts';
import type { TraceConfig } from './trace-config.ts';

export type TraceParts = Pick<EthParts, 'chain' | 'engine' | 'natives' | 'modules' | 'limits' | 'node'>;

export type TracedTransaction = { readonly transaction: Transaction; readonly trace: TraceValue };

/** Executes a block anew up to one of its transactions, and that one traced. Throws an RpcFault. */
export function traceTransaction(parts: TraceParts, height: number, index: number, config: TraceConfig): TraceValue {
  const replay = requireReplay(parts, height);
  for (const tx of replay.block.transactions.slice(0, index)) apply(parts, replay, tx, { natives: parts.natives });
  return traceNext(parts, replay, index, config);
}

/** Executes a block anew, all of it traced. Throws an RpcFault. */
export function traceBlock(parts: TraceParts, height: number, config: TraceConfig): readonly TracedTransaction[] {
  const replay = requireReplay(parts, height);
  const budget = createTraceBudget();
  return replay.block.transactions.map((transaction, index) => ({
    transaction,
    trace: traceNext(parts, replay, index, config, budget),
  }));
}

function requireReplay({ chain, engine, natives, modules }: TraceParts, height: number): Replay {
  if (height === 0) throw new RpcFault(-32000, 'genesis is not traceable');
  const replay = replayBlock(chain, { engine, natives, modules }, height);
  if (replay === undefined) throw new RpcFault(-32000, `block #${height} not found`);
  return replay;
}

function traceNext(
  parts: TraceParts,
  replay: Replay,
  index: number,
  config: TraceConfig,
  budget?: TraceBudget,
): TraceValue {
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
  return runTrace(config, subject, (options) => apply(parts, replay, tx, options), budget);
}

function apply({ engine }: TraceParts, { environment, state }: Replay, tx: Transaction, run: RunOptions) {
  return applyTransaction(tx, { engine, block: environment, state, feeCollector, run });
}

function transactionAt({ header, transactions }: Block, index: number): Transaction {
  const tx = transactions[index];
  if (tx === undefined) throw new RpcFault(-32000, `no transaction ${index} in block ${header.number}`);
  return tx;
}
