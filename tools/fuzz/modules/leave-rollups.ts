import { coveredDeposits, isSettling, progressOf, statusOf } from '#qord/modules/rdk/batches/batch-chain.ts';
import { batches, challenges, deposits, rollupNamed, rollups } from '#qord/modules/rdk/records.ts';
import { zeroAddress } from '#qord/primitives/address.ts';
import type { ImaginedCalls } from './imagined-calls.ts';

/**
 * Long after the last transaction no challenge waits for a decision, and no batch for becoming final; creators stop
 * their rollups and get what is left of the stake, and deposits that no final batch covers are refunded.
 */
export function leaveRollups(imagined: ImaginedCalls): readonly string[] {
  return [...challengeFaults(imagined), ...stopFaults(imagined), ...refundFaults(imagined)];
}

/** The bond of a challenge whose batch was rejected with another goes back when somebody asks. */
function challengeFaults({ state, call }: ImaginedCalls): readonly string[] {
  return [...challenges.list(state)].flatMap(([[rollupId, index]]) => {
    const batch = batches.get(state, rollupId, index);
    const name = `of batch ${index} of rollup ${rollupId}`;
    if (batch !== undefined && statusOf(state, rollupId, { index, batch }) === 'challenged')
      return [`the challenge ${name} never ends`];
    const failure = call(zeroAddress, 'rdk', 'reclaimBond', { rollupId, batchIndex: BigInt(index) });
    return failure === undefined ? [] : [`the bond of the challenge ${name} stays: ${failure}`];
  });
}

function stopFaults({ state, block, call }: ImaginedCalls): readonly string[] {
  return [...rollups.list(state)].flatMap(([[rollupId], rollup]) => {
    const isWaiting = isSettling(state, rollupId, rollup);
    const isLater = BigInt(progressOf(state, rollupId).due_height) > block.number;
    if (isWaiting) return isLater ? [] : [`batches of rollup ${rollupId} never become final`];
    const failure = rollup.status === 'stopped' ? undefined : call(rollup.creator, 'rdk', 'stopRollup', { rollupId });
    if (failure !== undefined) return [`rollup ${rollupId} cannot be stopped: ${failure}`];
    const { held_stake } = rollupNamed(state, rollupId) ?? rollup;
    return held_stake === 0n ? [] : [`rollup ${rollupId} has stopped and keeps ${held_stake} uqor`];
  });
}

function refundFaults({ state, call }: ImaginedCalls): readonly string[] {
  return [...deposits.list(state)].flatMap(([[rollupId, index], { sender, amount }]) => {
    const rollup = rollupNamed(state, rollupId);
    const { finalized_length } = progressOf(state, rollupId);
    const isCovered = index <= coveredDeposits(state, rollupId, finalized_length);
    if (rollup === undefined || isCovered || isSettling(state, rollupId, rollup)) return [];
    const failure = call(sender, 'rdk', 'refundDeposit', { rollupId, depositIndex: BigInt(index) });
    return failure === undefined ? [] : [`deposit ${index} to ${rollupId}, ${amount} uqor, stays: ${failure}`];
  });
}
