import { call } from '../../kernel/module-sdk/call.ts';
import { flagField, uint } from '../../kernel/module-sdk/field.ts';
import type { WorldState } from '../../state/types.ts';
import { attesterFault, isAttester } from './attesters.ts';
import type { Dependencies } from './dependencies.ts';
import { heightCorrectedEvent } from './events.ts';
import { fault } from './faults.ts';
import { babylonParams } from './params.ts';
import { checkpoints, heightVotesRecord, progressRecord, totalsRecord, unsettledCheckpoints } from './records.ts';

/** Votes that are older do not count: the height has changed since. */
const voteSeconds = 86_400;

export const correctHeight = (dependencies: Dependencies) =>
  call('correctHeight', {
    doc: 'Say that Bitcoin has no block above a height below the known one, which one attester alone can raise. When large_stake_attesters have said so within a day, the known height falls to the lowest height that so many of them do not exceed, and checkpoints in blocks above it are dropped. Only for the authority and the attesters.',
    inputs: { btcHeight: uint(48, 'the highest block of Bitcoin') },
    outputs: { corrected: flagField('enough have said so') },
    gas: 100_000n,
    example: ['900000'],
    fault: (context, { btcHeight }) => {
      const closed = attesterFault(context, dependencies);
      if (closed !== undefined) return closed;
      const { btc_height } = progressRecord.get(context.state);
      return btcHeight > 0n && btcHeight < BigInt(btc_height)
        ? undefined
        : fault.badHeight(`it must be from 1 to ${btc_height - 1}, below the known height`);
    },
    run: ({ state, caller, block, emit }, { btcHeight }) => {
      const now = Number(block.timestamp);
      const others = heightVotesRecord
        .get(state)
        .filter(({ attester, voted_at }) => attester !== caller && voted_at + voteSeconds >= now)
        .filter(({ attester }) => isAttester({ state, caller: attester }, dependencies));
      const votes = [...others, { attester: caller, btc_height: Number(btcHeight), voted_at: now }];
      const heights = votes.map(({ btc_height }) => btc_height).sort((left, right) => left - right);
      const agreed = heights[babylonParams.get(state).large_stake_attesters - 1];
      const progress = progressRecord.get(state);
      const corrected = agreed !== undefined && agreed < progress.btc_height;
      heightVotesRecord.set(state, corrected ? [] : votes);
      if (!corrected) return { corrected };
      progressRecord.set(state, { ...progress, btc_height: agreed });
      dropCheckpointsAbove(state, agreed);
      emit(heightCorrectedEvent.log({ from: BigInt(progress.btc_height), to: BigInt(agreed) }));
      return { corrected };
    },
  });

/** Forgets the checkpoints in blocks above a height: their heights rise, so that those are the last. */
function dropCheckpointsAbove(state: WorldState, height: number): void {
  const totals = totalsRecord.get(state);
  let { checkpoint_epoch, checkpoint_btc_height } = totals;
  while (checkpoint_btc_height > height) {
    const previous = checkpoints.get(state, checkpoint_epoch)?.previous ?? 0;
    checkpoints.remove(state, checkpoint_epoch);
    for (const stage of [0, 1]) unsettledCheckpoints.remove(state, stage, checkpoint_epoch);
    checkpoint_epoch = previous;
    checkpoint_btc_height = checkpoints.get(state, previous)?.btc_block_height ?? 0;
  }
  totalsRecord.set(state, { ...totals, checkpoint_epoch, checkpoint_btc_height });
}
