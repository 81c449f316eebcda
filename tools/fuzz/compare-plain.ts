import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockEnvironment, Engine, NativeContracts } from '#qord/kernel/engine.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { WorldState } from '#qord/state/types.ts';
import { feeCollector } from '../official/apply-case.ts';
import { assertSameState, startPlain } from '../official/plain-agreement.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
import { createTestWorld } from '../official/test-world.ts';
import { applySent } from './apply-sent.ts';

/** More than are executed together in a block: the engine decides how many it takes. */
const mostTogether = 100;

export type PlainMachine = {
  readonly engine: Engine;
  /** forgets the state between two runs */
  readonly isolated: Engine;
  readonly natives: NativeContracts;
};

/**
 * Executes transactions on two equal states: on one as a block does, with one engine, which keeps what plain ones change
 * until one comes that is not plain, or the last has ended; on the other each by itself. Throws an
 * AssertionError when they differ.
 */
export function comparePlain(
  accounts: TestAccounts,
  block: BlockEnvironment,
  transactions: readonly SentTransaction[],
  { engine, isolated, natives }: PlainMachine,
): void {
  const { state: ours } = createTestWorld(accounts);
  const { state: theirs } = createTestWorld(accounts);
  const applyAlone = (tx: SentTransaction) =>
    applySent({ tx, blobs: undefined }, theirs, block, { engine: isolated, natives });
  const runs = engine.openPlainRuns(block, ours, feeCollector);
  for (let done = 0; done < transactions.length; ) {
    const next = withNonces(transactions.slice(done, done + mostTogether), theirs);
    const comparisons = startPlain(next, ours, { runs, natives, block });
    const [first] = next;
    if (comparisons.length === 0 && first !== undefined) {
      runs.flush();
      applySent({ tx: first, blobs: undefined }, ours, block, { engine, natives });
      applyAlone(first);
    }
    for (const [index, compare] of comparisons.entries()) compare(applyAlone(next[index] as SentTransaction));
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
