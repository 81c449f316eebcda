import { applyTransaction } from '../../evm/transaction/apply-transaction.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import type { SentTransaction } from '../../evm/transaction/sender-fault.ts';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { EngineContext } from '../official/apply-case.ts';
import { assertSameState, startPlain } from '../official/plain-agreement.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
import { createTestWorld } from '../official/test-world.ts';

const feeCollector = parseAddress('0xfee0000000000000000000000000000000000fee');

/** More than are executed together in a block: the engine decides how many it takes. */
const mostTogether = 100;

/**
 * Executes transactions on two equal states: each by itself, and together inside the engine, which keeps what plain ones
 * change until one comes that is not plain, or the last has ended. Throws an AssertionError when they differ.
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
  for (let done = 0; done < transactions.length; ) {
    const next = withNonces(transactions.slice(done, done + mostTogether), theirs);
    const comparisons = startPlain(next, ours, { runs, natives, block });
    const [first] = next;
    if (comparisons.length === 0 && first !== undefined) {
      runs.flush();
      apply(first, ours);
      apply(first, theirs);
    }
    for (const [index, compare] of comparisons.entries()) compare(apply(next[index] as SentTransaction, theirs));
    done += Math.max(1, comparisons.length);
  }
  runs.flush();
  assertSameState(ours, theirs, [ours.changes(), theirs.changes()]);
}

/** The transactions with the nonces that they need when all of them are executed. */
function withNonces(transactions: readonly SentTransaction[], state: WorldState): SentTransaction[] {
  const nonces = new Map<Address, bigint>();
  return transactions.map((tx) => {
    const nonce = nonces.get(tx.sender) ?? state.account(tx.sender)?.nonce ?? 0n;
    nonces.set(tx.sender, nonce + 1n);
    return { ...tx, nonce };
  });
}

function applied(apply: () => AppliedTransaction): AppliedTransaction | undefined {
  try {
    return apply();
  } catch (error) {
    if (error instanceof TransactionFaultError) return undefined;
    throw error;
  }
}
