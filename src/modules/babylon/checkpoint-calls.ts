import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { bytes32Field, uint } from '../../kernel/module-sdk/field.ts';
import { attesterFault, raiseBitcoinHeight } from './attesters.ts';
import { heightFault, isEmptyHash, isMined } from './bitcoin.ts';
import type { Dependencies } from './dependencies.ts';
import { checkpointMovedEvent } from './events.ts';
import { fault } from './faults.ts';
import { checkpoints, snapshots, totalsRecord, unsettledCheckpoints } from './records.ts';

type Submission = {
  readonly epoch: bigint;
  readonly btcBlockHash: Uint8Array;
  readonly btcBlockHeight: bigint;
  readonly stateRoot: Uint8Array;
};

export const submitCheckpoint = (dependencies: Dependencies) =>
  call('submitCheckpoint', {
    doc: 'Report that a Bitcoin block carries a state of this chain: that after the block in the snapshot of an epoch. Only for the authority and the attesters, whom the chain trusts; anybody can compare. It is confirmed and finalized as Bitcoin grows above it.',
    inputs: {
      epoch: uint(48, 'an ended epoch with a snapshot, above that of the last checkpoint'),
      btcBlockHash: bytes32Field('the Bitcoin block, as explorers show it'),
      btcBlockHeight: uint(48, 'its height, above that of the last checkpoint'),
      stateRoot: bytes32Field('the state root of this chain that it carries'),
    },
    gas: 120_000n,
    example: ['10', '0x…', '900000', '0x…'],
    fault: (context, inputs) => attesterFault(context, dependencies) ?? submissionFault(context, inputs),
    run: ({ state, caller, block, emit }, inputs) => {
      const [epoch, btc_block_height] = [Number(inputs.epoch), Number(inputs.btcBlockHeight)];
      const reported = { btc_block_hash: inputs.btcBlockHash, btc_block_height, state_root: inputs.stateRoot };
      const submitted = { submitted_at: Number(block.timestamp), submitter: caller, status: 'pending' } as const;
      const totals = totalsRecord.get(state);
      checkpoints.set(state, { ...reported, ...submitted, previous: totals.checkpoint_epoch }, epoch);
      unsettledCheckpoints.set(state, btc_block_height, 0, epoch);
      totalsRecord.set(state, { ...totals, checkpoint_epoch: epoch, checkpoint_btc_height: btc_block_height });
      raiseBitcoinHeight(state, btc_block_height);
      emit(checkpointMovedEvent.log({ ...inputs, status: 'pending' }));
    },
  });

function submissionFault({ state, block }: CheckContext, request: Submission): ModuleFault | undefined {
  if (snapshots.get(state, Number(request.epoch)) === undefined)
    return fault.noSuchEpoch(`there is no snapshot of epoch ${request.epoch}`);
  const { checkpoint_epoch, checkpoint_btc_height } = totalsRecord.get(state);
  if (request.epoch <= BigInt(checkpoint_epoch))
    return fault.badCheckpoint(`the last one is of epoch ${checkpoint_epoch}`);
  if (!isMined(request.btcBlockHash))
    return fault.badCheckpoint('no Bitcoin block has that hash: it must begin with zeros, as explorers show it');
  const wrongHeight = heightFault(request.btcBlockHeight, block.timestamp);
  if (wrongHeight !== undefined) return fault.badCheckpoint(wrongHeight);
  if (request.btcBlockHeight <= BigInt(checkpoint_btc_height))
    return fault.badCheckpoint(`the last one is in Bitcoin block ${checkpoint_btc_height}, and this must be above`);
  return isEmptyHash(request.stateRoot) ? fault.badCheckpoint('the state root is zero') : undefined;
}
