import { deepStrictEqual } from 'node:assert/strict';
import { emptyBloom, LogBlooms } from '#qord/chain/bloom.ts';
import { applyPlain } from '#qord/evm/transaction/apply-plain.ts';
import type { AppliedTransaction } from '#qord/evm/transaction/execution.ts';
import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockEnvironment } from '#qord/kernel/engine.ts';
import type { PlainRuns } from '#qord/kernel/plain-runs.ts';
import type { Address } from '#qord/primitives/address.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { StateChanges } from '#qord/state/types.ts';
import { createWorldState, type JournaledState } from '#qord/state/world-state.ts';
import type { EngineContext } from './apply-case.ts';

/** A transaction and where it is executed. */
type Place = EngineContext & { readonly block: BlockEnvironment; readonly feeCollector: Address };

/**
 * Executes a transaction as a plain one, on a copy of the state. Returns what compares it with the result of
 * `applyTransaction`, and throws an AssertionError when they differ.
 */
export function tryPlain(
  tx: SentTransaction,
  state: JournaledState,
  { engine, natives, block, feeCollector }: Place,
): (applied: AppliedTransaction | undefined) => void {
  const copy = createWorldState(state);
  const snapshot = state.snapshot();
  const runs = engine.openPlainRuns(block, copy, feeCollector);
  const [compare] = startPlain([tx], copy, { runs, natives, block });
  runs.flush();
  if (compare === undefined) assertSameState(copy, state, [copy.changes()]);
  return (applied) => {
    if (compare === undefined) return;
    compare(applied);
    assertSameState(copy, state, [copy.changes(), state.changesSince(snapshot)]);
  };
}

/**
 * The same for transactions that are executed together, without reading what they change: functions for the first
 * ones, none when the first is not plain. Of outputs only that of the last is compared, when all are executed.
 */
export function startPlain(
  txs: readonly SentTransaction[],
  state: JournaledState,
  { runs, natives, block }: Pick<Place, 'natives' | 'block'> & { readonly runs: PlainRuns },
): ((applied: AppliedTransaction | undefined) => void)[] {
  const outcomes = applyPlain(txs, block.gasLimit, { plain: runs, block, state, run: { natives } });
  const lastOutput = outcomes.length === txs.length ? toHex(runs.output()) : undefined;
  return outcomes.map(({ status, gasUsed, logs, logsBloom = emptyBloom }, index) => {
    deepStrictEqual(toHex(logsBloom), toHex(new LogBlooms().of(logs)), 'bloom');
    const output = index < txs.length - 1 ? undefined : status === 'halt' ? '0x' : lastOutput;
    return (applied) => {
      const { outcome, gasUsed: theirGas } = applied ?? {};
      deepStrictEqual(
        { status, gasUsed, logs, output },
        {
          status: outcome?.status,
          gasUsed: theirGas,
          logs: outcome?.logs,
          output: output && outcome && toHex(outcome.output),
        },
      );
    };
  });
}

/** Throws an AssertionError unless all that changed is the same in both states. */
export function assertSameState(left: JournaledState, right: JournaledState, changes: readonly StateChanges[]): void {
  for (const { accounts, entries } of changes) {
    for (const address of accounts.keys()) {
      const account = right.account(address);
      deepStrictEqual(left.account(address), account, `account ${address}`);
      if (account !== undefined) deepStrictEqual(left.code(account.codeHash), right.code(account.codeHash));
    }
    for (const [owner, { values }] of entries) {
      for (const key of values.keys())
        deepStrictEqual(bytes(left, owner, key), bytes(right, owner, key), `${owner} ${key}`);
    }
  }
}

function bytes(state: JournaledState, ...[owner, key]: Parameters<JournaledState['entry']>): string {
  return toHex(state.entry(owner, key) ?? new Uint8Array(0));
}
