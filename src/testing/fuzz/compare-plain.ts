import { applyTransaction } from '../../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import type { SentTransaction } from '../../evm/transaction/sender-fault.ts';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import { parseAddress } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { EngineContext } from '../official/apply-case.ts';
import { assertSameState, startPlain } from '../official/plain-agreement.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
import { createTestWorld } from '../official/test-world.ts';

const feeCollector = parseAddress('0xfee0000000000000000000000000000000000fee');

/**
 * Executes transactions on two equal states: each by itself, and inside the engine, which keeps what plain ones change
 * until one comes that is not plain, or the last has ended. Throws an AssertionError when they differ.
 */
export function comparePlain(
  accounts: TestAccounts,
  block: BlockEnvironment,
  transactions: readonly SentTransaction[],
  { engine, natives }: EngineContext,
): void {
  const { state: ours } = createTestWorld(accounts);
  const { state: theirs } = createTestWorld(accounts);
  const apply = (tx: SentTransaction, state: WorldState) =>
    applied(() => applyTransaction(tx, { engine, block, state, feeCollector, run: { natives } }));
  const runs = engine.openPlainRuns(block, ours, feeCollector);
  for (const tx of transactions) {
    const next = { ...tx, nonce: theirs.account(tx.sender)?.nonce ?? 0n };
    const compare = startPlain(next, ours, { runs, natives, block });
    if (compare === undefined) {
      runs.flush();
      apply(next, ours);
    }
    const result = apply(next, theirs);
    compare?.(result);
  }
  runs.flush();
  assertSameState(ours, theirs, [ours.changes(), theirs.changes()]);
}

function applied(apply: () => AppliedTransaction): AppliedTransaction | undefined {
  try {
    return apply();
  } catch (error) {
    if (error instanceof TransactionFaultError) return undefined;
    throw error;
  }
}
