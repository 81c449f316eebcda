import type { Log } from '#qord/kernel/engine.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { isSettling } from '#qord/modules/rdk/batches/batch-chain.ts';
import { challengeResolvedEvent, stakeReturnedEvent, stakeSlashedEvent } from '#qord/modules/rdk/events.ts';
import { rollupNamed, rollups } from '#qord/modules/rdk/records.ts';
import { decodeAbi } from '#qord/primitives/abi/decode.ts';
import { parseSignature } from '#qord/primitives/abi/type.ts';
import type { StateView } from '#qord/state/types.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { createImagination } from './imagined-calls.ts';

/** The members of the events that are not indexed. */
const returned = parseSignature('StakeReturned(string rollupId, uint256 returned)').inputs;
const resolved = parseSignature('ChallengeResolved(string rollupId, uint64 batchIndex, bool fraudUpheld)').inputs;

/**
 * What is wrong with the stakes of rollups after a block: one that was paid back while a batch could still be shown to
 * be wrong, or fraud that cost nothing.
 */
export function stakeFaults(state: StateView, logs: readonly Log[]): readonly string[] {
  const early = logs.flatMap(({ topics, data }) => {
    if (topics[0] !== stakeReturnedEvent.topic) return [];
    const id = String(decodeAbi(returned, data).rollupId);
    const rollup = rollupNamed(state, id);
    const isEarly = rollup !== undefined && isSettling(state, id, rollup);
    return isEarly ? [`the stake of ${id} was paid back while a batch can be challenged`] : [];
  });
  const upheld = logs.filter(
    ({ topics, data }) => topics[0] === challengeResolvedEvent.topic && decodeAbi(resolved, data).fraudUpheld === true,
  );
  const slashed = logs.filter(({ topics }) => topics[0] === stakeSlashedEvent.topic);
  return upheld.length === slashed.length ? early : [...early, `${upheld.length} frauds, ${slashed.length} slashes`];
}

/**
 * Returns what lets the creator of a rollup stop it, without effect on the chain, while batches can still be shown to be
 * wrong: its stake must stay.
 */
export function createStopCheck(modules: readonly NativeModule[]) {
  const imagine = createImagination(modules);
  return (pick: Dice, network: ModuleChain): readonly string[] => {
    const { state, call } = imagine(network);
    const settling = [...rollups.list(state)].filter(
      ([[id], rollup]) => rollup.status !== 'stopped' && rollup.held_stake > 0n && isSettling(state, id, rollup),
    );
    if (settling.length === 0) return [];
    const [[rollupId], { creator }] = pick(settling);
    call(creator, 'rdk', 'stopRollup', { rollupId });
    const isPaid = rollupNamed(state, rollupId)?.held_stake === 0n;
    return isPaid ? [`stopping ${rollupId} pays its stake back while a batch can be challenged`] : [];
  };
}
