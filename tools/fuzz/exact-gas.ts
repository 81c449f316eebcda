import type { StateView } from '#qord/state/types.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { EngineContext } from '../official/apply-case.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
import { createTestWorld } from '../official/test-world.ts';
import { applySent } from './apply-sent.ts';
import type { AgedBlock } from './fuzz-aged.ts';
import type { Sent } from './scenario.ts';

/**
 * Gives most transactions of a block exactly the gas that they use, or a little less: then nothing is given back, and
 * nothing at all is written to the state between one and the next. Nonces stay as they are: those of the first.
 */
export function withExactGas(random: Random, { pre, block, sent }: AgedBlock, machine: EngineContext): Sent[] {
  const { state } = createTestWorld(pre);
  return sent.map((one) => {
    const snapshot = state.snapshot();
    const applied = applySent(withDueNonce(one, pre, state), state, block, machine);
    if (applied === undefined || random.chance(0.3)) return one;
    state.revert(snapshot);
    const used = applied.gasUsed > applied.peakGas ? applied.gasUsed : applied.peakGas;
    const less = random.chance(0.8) ? 0 : 1 + random.below(random.chance(0.5) ? 1 : 3_000);
    const exact = { ...one, tx: { ...one.tx, gasLimit: used - BigInt(less) } };
    applySent(withDueNonce(exact, pre, state), state, block, machine);
    return exact;
  });
}

/** The transaction with the nonce that it needs after what its sender has sent since the block began. */
export function withDueNonce({ tx, blobs }: Sent, pre: TestAccounts, state: StateView): Sent {
  const sent = (state.account(tx.sender)?.nonce ?? 0n) - (pre[tx.sender]?.nonce ?? 0n);
  return { tx: { ...tx, nonce: tx.nonce + sent }, blobs };
}
