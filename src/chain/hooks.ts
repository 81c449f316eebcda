import type { Log } from '../kernel/engine.ts';
import { runInnerCall } from '../kernel/inner-call.ts';
import type { EndBlockContext, ExecutedTransaction, HookContext } from '../kernel/module.ts';
import { countSupply } from '../kernel/supply.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { balanceChanges } from './balance-changes.ts';
import type { Receipt } from './contract.ts';
import type { Draft } from './draft.ts';
import { keepParentHash } from './history-contract.ts';

/** Before the first transaction: the parent's hash is kept (EIP-2935), then the modules run in their order. */
export function runBeginHooks(draft: Draft): void {
  keepParentHash(draft.state, draft.environment);
  const context = hookContext(draft);
  outsideTransactions(draft, () => {
    for (const { beginBlock } of draft.machine.modules) beginBlock?.(context);
  });
}

/** After the last transaction: the modules run in their order; then what the block minted and burned is counted. */
export function runEndHooks(draft: Draft): void {
  const { machine, state, environment, transactions, receipts } = draft;
  const executed = transactions.flatMap((tx, index) => toExecuted(tx, receipts[index]));
  const context: EndBlockContext = { ...hookContext(draft), transactions: executed };
  outsideTransactions(draft, () => {
    for (const { endBlock } of machine.modules) endBlock?.(context);
  });
  countSupply(state, Number(environment.number), state.minted, state.burned);
}

/** Runs what changes the state between transactions, and notes whose balance it changed: no receipt does. */
export function outsideTransactions({ state, hookChanges }: Draft, run: () => void): void {
  const mark = state.snapshot();
  run();
  hookChanges.push(...balanceChanges(state, mark));
}

function hookContext({ machine, state, environment: block, report, events }: Draft): HookContext {
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
