import type { EndBlockContext } from '../../kernel/module.ts';
import { firstDue } from '../../kernel/module-sdk/due.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import { checkpointMovedEvent, epochCompletedEvent, withdrawnEvent } from './events.ts';
import { babylonParams } from './params.ts';
import { setPosition } from './positions.ts';
import {
  checkpoints,
  positions,
  progressRecord,
  snapshots,
  totalsRecord,
  unbondings,
  unsettledCheckpoints,
} from './records.ts';

/** Releases positions, confirms and finalizes checkpoints by the height of Bitcoin, and ends epochs. */
export function updateAfterBlock(context: EndBlockContext): void {
  if (!babylonParams.get(context.state).enabled) return;
  releasePositions(context);
  const { confirmation_depth, finalization_depth } = babylonParams.get(context.state);
  settleCheckpoints(context, 'pending', confirmation_depth);
  settleCheckpoints(context, 'confirmed', finalization_depth);
  endEpoch(context);
}

function releasePositions({ state, emit, settle }: EndBlockContext): void {
  const { btc_height } = progressRecord.get(state);
  for (const [[height, id]] of firstDue(unbondings.list(state), ([[due]]) => due <= btc_height)) {
    const isSettled = settle(unbondings.name, `${height}/${id}`, () => {
      const position = positions.get(state, id);
      if (position === undefined) return;
      setPosition(state, id, { ...position, status: 'withdrawn' });
      emit(withdrawnEvent.log({ staker: position.staker, positionId: BigInt(id) }));
    });
    if (!isSettled) unbondings.remove(state, height, id);
  }
}

function settleCheckpoints(
  { state, emit, settle }: EndBlockContext,
  from: 'pending' | 'confirmed',
  depth: number,
): void {
  const { btc_height } = progressRecord.get(state);
  const stage = from === 'pending' ? 0 : 1;
  const status = from === 'pending' ? 'confirmed' : 'finalized';
  const due = firstDue(unsettledCheckpoints.list(state, [stage]), ([, height]) => height + depth <= btc_height);
  for (const [[, epoch], height] of due) {
    unsettledCheckpoints.remove(state, stage, epoch);
    if (status === 'confirmed') unsettledCheckpoints.set(state, height, 1, epoch);
    settle(unsettledCheckpoints.name, `${stage}/${epoch}`, () => {
      const checkpoint = checkpoints.get(state, epoch);
      if (checkpoint === undefined) return;
      checkpoints.set(state, { ...checkpoint, status }, epoch);
      const { btc_block_hash: btcBlockHash, state_root: stateRoot } = checkpoint;
      const btcBlockHeight = BigInt(height);
      emit(checkpointMovedEvent.log({ epoch: BigInt(epoch), btcBlockHash, btcBlockHeight, stateRoot, status }));
    });
  }
}

/** An epoch ends with every block whose height is a multiple of its length, counted on through an export. */
function endEpoch({ state, block, emit }: EndBlockContext): void {
  const { epoch_length, checkpoint_interval } = babylonParams.get(state);
  if (!endsInterval(block, epoch_length)) return;
  const block_height = Number(block.number);
  const progress = progressRecord.get(state);
  const { epoch } = progress;
  const { total_staked, active_positions, validator_count } = totalsRecord.get(state);
  const isCheckpoint = epoch % checkpoint_interval === 0;
  if (isCheckpoint) snapshots.set(state, { total_staked, active_positions, validator_count, block_height }, epoch);
  progressRecord.set(state, { ...progress, epoch: epoch + 1 });
  emit(
    epochCompletedEvent.log({
      epoch: BigInt(epoch),
      totalStaked: BigInt(total_staked),
      activePositions: BigInt(active_positions),
      validatorCount: BigInt(validator_count),
      isCheckpoint,
    }),
  );
}
