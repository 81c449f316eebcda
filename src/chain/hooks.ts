import type { Log } from '../kernel/engine.ts';
import { runInnerCall } from '../kernel/inner-call.ts';
import type { EndBlockContext, ExecutedTransaction, HookContext } from '../kernel/module.ts';
import { countSupply } from '../kernel/supply.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { balanceChanges } from './balance-changes.ts';
import type { BlockBuilder } from './block-builder.ts';
import { storeParentHash } from './block-hash-history.ts';
import type { Receipt } from './types.ts';

/** Before the first transaction: the parent's hash is kept (EIP-2935), then the modules run in their order. */
export function runBeginHooks(draft: BlockBuilder): void {
  storeParentHash(draft.state, draft.environment);
  const context = hookContext(draft);
  runBetweenTransactions(draft, () => {
    for (const { beginBlock } of draft.context.modules) beginBlock?.(context);
  });
}

/** After the last transaction: the modules run in their order; then what the block minted and burned is counted. */
export function runEndHooks(draft: BlockBuilder): void {
  const { context: machine, state, environment, transactions, receipts } = draft;
  const executed = transactions.flatMap((tx, index) => toExecuted(tx, receipts[index]));
  const context: EndBlockContext = { ...hookContext(draft), transactions: executed };
  runBetweenTransactions(draft, () => {
    for (const { endBlock } of machine.modules) endBlock?.(context);
  });
  countSupply(state, Number(environment.number), state.minted, state.burned);
}

/** Runs what changes the state between transactions, and notes whose balance it changed: no receipt does. */
export function runBetweenTransactions({ state, hookChanges }: BlockBuilder, run: () => void): void {
  const mark = state.snapshot();
  run();
  hookChanges.push(...balanceChanges(state, mark));
}

function hookContext({ context: machine, state, environment: block, report, events }: BlockBuilder): HookContext {
  const emit = (log: Log) => void events.push(log);
  const { run } = machine.engine;
  const site = { run, block, state, options: { natives: machine.natives }, gasPrice: block.baseFee, blobHashes: [] };
  return { state, block, report, emit, callEvm: (call) => runInnerCall({ ...site, emit }, call) };
}

function toExecuted(tx: Transaction, receipt: Receipt | undefined): ExecutedTransaction[] {
  if (receipt === undefined) return [];
  const { sender, to, value, data, raw } = tx;
  const { status, gasUsed, effectiveGasPrice } = receipt;
  return [{ sender, to, value, data, size: raw.length, succeeded: status === 1, gasUsed, gasPrice: effectiveGasPrice }];
}
