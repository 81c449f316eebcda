import { ExecutionStoppedError, type Log } from '../kernel/engine.ts';
import type { ExecutedTransaction, Module } from '../kernel/module.ts';
import { moveGifts, poolsOf } from '../kernel/pools.ts';
import { countSupply } from '../kernel/supply.ts';
import { hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import { appendAll } from '../primitives/append-all.ts';
import type { Steps } from '../primitives/steps.ts';
import { balanceChanges } from './balance-changes.ts';
import type { BlockBuilder } from './block-builder.ts';
import { storeParentHash } from './block-hash-history.ts';
import type { BlockThread } from './block-thread/block-thread.ts';
import { BlockThreadError } from './block-thread/block-thread-error.ts';
import { readLogs } from './block-thread/protocol.ts';
import { nativeAddresses } from './native-code.ts';
import { type HookName, type HookPlace, runHook } from './run-hook.ts';
import type { Receipt } from './types.ts';

/**
 * Before the first transaction: stores the parent's hash (EIP-2935), then runs the hooks of the modules in their order.
 */
export function* runBeginHooks(builder: BlockBuilder): Steps<void> {
  storeParentHash(builder.state, builder.environment);
  yield* runHooks(builder, 'beginBlock', []);
}

/** In a block of more transactions each hook is a step. */
const fewTransactions = 100;

/**
 * After the last transaction: runs the hooks of the modules in their order, then counts what the block minted and
 * burned.
 */
export function* runEndHooks(builder: BlockBuilder): Steps<void> {
  const { state, environment, transactions, receipts } = builder;
  yield* runHooks(
    builder,
    'endBlock',
    transactions.flatMap((tx, index) => toExecuted(tx, receipts[index])),
  );
  collectGifts(builder);
  countSupply(state, Number(environment.number), state.minted, state.burned);
}

/** What somebody gave to an account of the chain itself, by whatever way, goes to the treasury. */
function collectGifts(builder: BlockBuilder): void {
  const { context, state, events } = builder;
  runBetweenTransactions(builder, () =>
    appendAll(events, moveGifts(state, poolsOf(context), nativeAddresses(context))),
  );
}

function* runHooks(builder: BlockBuilder, hook: HookName, transactions: readonly ExecutedTransaction[]): Steps<void> {
  const { context, state, events } = builder;
  const snapshot = state.snapshot();
  for (const module of context.modules) {
    appendAll(events, yield* runNext(builder, module, hook, transactions));
    if (transactions.length > fewTransactions) yield;
  }
  recordChanges(builder, snapshot);
}

/**
 * Runs a hook, on this thread or again in the block thread when the code that it runs takes long. The results are equal.
 * A block that is only looked at, which has no thread, leaves out what takes long; nothing else can leave out a hook, so
 * that one for which the system gives no thread runs here to its end.
 */
function* runNext(
  builder: BlockBuilder,
  module: Module,
  hook: HookName,
  transactions: readonly ExecutedTransaction[],
): Steps<readonly Log[]> {
  if (module[hook] === undefined) return [];
  const { context, environment, report, state, long } = builder;
  const { engine, natives } = context;
  const place = { engine, natives, environment, report, state, transactions };
  try {
    return runHook(module, hook, place, long?.limits());
  } catch (error) {
    if (!(error instanceof ExecutionStoppedError)) throw error;
  }
  if (long?.thread === undefined) return [];
  try {
    return yield* runInThread(builder, module, hook, place, long.thread);
  } catch (error) {
    if (!(error instanceof BlockThreadError)) throw error;
  }
  return runHook(module, hook, place);
}

function* runInThread(
  { state }: BlockBuilder,
  { address }: Module,
  hook: HookName,
  { environment, report, transactions }: HookPlace,
  thread: BlockThread,
): Steps<readonly Log[]> {
  const running = thread.runHook({ environment, state }, { module: address, hook, report, transactions });
  try {
    yield running.ended;
  } finally {
    running.stop(); // the block may not be wanted any more
  }
  const { result, changes } = running.take();
  const events = yield* readLogs(result.events);
  state.apply(changes);
  thread.keep(state);
  return events;
}

/** Runs a change of the state outside of transactions, and records the balances it changed, since no receipt does. */
export function runBetweenTransactions(builder: Pick<BlockBuilder, 'state' | 'hookChanges'>, run: () => void): void {
  const snapshot = builder.state.snapshot();
  run();
  recordChanges(builder, snapshot);
}

/** There may be 100,000. */
function recordChanges({ state, hookChanges }: Pick<BlockBuilder, 'state' | 'hookChanges'>, snapshot: number): void {
  appendAll(hookChanges, balanceChanges(state, snapshot));
}

function toExecuted(tx: Transaction, receipt: Receipt | undefined): ExecutedTransaction[] {
  if (receipt === undefined) return [];
  const { sender, to, value, data, raw, type } = tx;
  const isHybrid = type === hybridType;
  const { status, gasUsed, effectiveGasPrice } = receipt;
  const balanceBefore = receipt.balanceChanges.find(({ address }) => address === sender)?.before;
  const result = { succeeded: status === 1, gasUsed, gasPrice: effectiveGasPrice, balanceBefore, isHybrid };
  return [Object.assign({ sender, to, value, data, size: raw.length }, result)];
}
