import type { Log } from '../kernel/engine.ts';
import { runInnerCall } from '../kernel/inner-call.ts';
import type { EndBlockContext, ExecutedTransaction, HookContext, Module } from '../kernel/module.ts';
import { containable } from '../kernel/module-sdk/containable.ts';
import { hookFailed } from '../kernel/module-sdk/hook-failed.ts';
import { countSupply } from '../kernel/supply.ts';
import { hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { Steps } from '../primitives/steps.ts';
import { balanceChanges } from './balance-changes.ts';
import type { BlockBuilder } from './block-builder.ts';
import { storeParentHash } from './block-hash-history.ts';
import type { Receipt } from './types.ts';

/**
 * Before the first transaction: stores the parent's hash (EIP-2935), then runs the hooks of the modules in their order.
 */
export function runBeginHooks(builder: BlockBuilder): void {
  storeParentHash(builder.state, builder.environment);
  const hook = hookContext(builder);
  runBetweenTransactions(builder, () => {
    for (const module of builder.context.modules) runContained(builder, module, 'beginBlock', hook);
  });
}

/**
 * Runs a hook of a module. When state or block make it fail, its changes and events are undone, an event of the module
 * says so, and the block goes on, on all nodes alike. Rethrows any other error.
 */
function runContained(
  { state, events }: BlockBuilder,
  module: Module,
  hook: 'beginBlock' | 'endBlock',
  context: EndBlockContext | HookContext,
): void {
  const before = { snapshot: state.snapshot(), events: events.length };
  try {
    module[hook]?.(context as EndBlockContext); // beginBlock takes less
  } catch (error) {
    const kind = containable(error);
    if (kind === undefined) throw error;
    state.revert(before.snapshot);
    events.length = before.events;
    events.push(hookFailed(module.address).log({ hook, kind }));
  }
}

/** In a block of more transactions each hook is a step. */
const fewTransactions = 100;

/**
 * After the last transaction: runs the hooks of the modules in their order, then counts what the block minted and
 * burned.
 */
export function* runEndHooks(builder: BlockBuilder): Steps<void> {
  const { context, state, environment, transactions, receipts, hookChanges } = builder;
  const executed = transactions.flatMap((tx, index) => toExecuted(tx, receipts[index]));
  const { block, report, emit, callEvm } = hookContext(builder);
  const hook: EndBlockContext = { state, block, report, emit, callEvm, transactions: executed };
  const snapshot = state.snapshot();
  for (const module of context.modules) {
    runContained(builder, module, 'endBlock', hook);
    if (transactions.length > fewTransactions) yield;
  }
  for (const change of balanceChanges(state, snapshot)) hookChanges.push(change); // there may be 100,000
  countSupply(state, Number(environment.number), state.minted, state.burned);
}

/** Runs a change of the state outside of transactions, and records the balances it changed, since no receipt does. */
export function runBetweenTransactions(
  { state, hookChanges }: Pick<BlockBuilder, 'state' | 'hookChanges'>,
  run: () => void,
): void {
  const snapshot = state.snapshot();
  run();
  for (const change of balanceChanges(state, snapshot)) hookChanges.push(change);
}

function hookContext({ context, state, environment: block, report, events }: BlockBuilder): HookContext {
  const emit = (log: Log) => void events.push(log);
  const { run } = context.engine;
  const call = { run, block, state, options: { natives: context.natives }, gasPrice: block.baseFee, blobHashes: [] };
  return { state, block, report, emit, callEvm: (request) => runInnerCall({ ...call, emit }, request) };
}

function toExecuted(tx: Transaction, receipt: Receipt | undefined): ExecutedTransaction[] {
  if (receipt === undefined) return [];
  const { sender, to, value, data, raw, type } = tx;
  const isHybrid = type === hybridType;
  const { status, gasUsed, effectiveGasPrice } = receipt;
  const result = { succeeded: status === 1, gasUsed, gasPrice: effectiveGasPrice, isHybrid };
  return [Object.assign({ sender, to, value, data, size: raw.length }, result)];
}
