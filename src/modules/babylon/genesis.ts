import type { HookEnvironment } from '../../kernel/module.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { raiseBitcoinHeight } from './attesters.ts';
import { hashText, heightFault, isMined } from './bitcoin.ts';
import { addToIndexes } from './positions.ts';
import {
  type Attestation,
  attestations,
  type Checkpoint,
  checkpoints,
  type Position,
  positions,
  progressRecord,
  snapshots,
  totalsRecord,
  unsettledCheckpoints,
} from './records.ts';

/** Derives what follows from positions and checkpoints. Throws a RangeError when they contradict other records. */
export function deriveRecords({ state, block }: HookEnvironment): void {
  const [allPositions, allCheckpoints] = [[...positions.list(state)], [...checkpoints.list(state)]];
  const allAttestations = [...attestations.list(state)];
  if (allAttestations.length === 0 && allCheckpoints.length === 0 && allPositions.length === 0) return;
  totalsRecord.set(state, totalsRecord.initial);
  const isPossible = (height: number) => heightFault(BigInt(height), block.timestamp) === undefined;
  const isHeightGiven = progressRecord.get(state).btc_height > 0; // attesters may have corrected it
  for (const [[hash], attestation] of allAttestations) {
    enterAttestation(state, hash, attestation, isPossible);
    if (!isHeightGiven) raiseBitcoinHeight(state, attestation.btc_height);
  }
  for (const [[id], position] of allPositions) {
    assertAttested(state, id, position);
    addToIndexes(state, id, position);
    totalsRecord.set(state, { ...totalsRecord.get(state), next_position: id + 1 });
  }
  for (const [[epoch], checkpoint] of allCheckpoints) {
    enterCheckpoint(state, epoch, checkpoint, isPossible);
    if (!isHeightGiven) raiseBitcoinHeight(state, checkpoint.btc_block_height);
  }
}

/** Whether Bitcoin can have a block of that height. */
type IsPossible = (height: number) => boolean;

function enterAttestation(
  state: WorldState,
  hash: string,
  { btc_height, position }: Attestation,
  isPossible: IsPossible,
): void {
  if (!/^[0-9a-f]{64}$/.test(hash) || !isPossible(btc_height))
    throw new RangeError(`babylon: ${hash} at height ${btc_height} is no transaction of Bitcoin`);
  const standing = positions.get(state, position);
  if (position > 0 && (standing === undefined || hashText(standing.btc_tx_hash) !== hash))
    throw new RangeError(`babylon: the attestation of ${hash} names position ${position}, which is not of it`);
}

function assertAttested(state: StateView, id: number, { status, unbonding_height, ...position }: Position): void {
  const attestation = attestations.get(state, hashText(position.btc_tx_hash));
  const isSame =
    id > 0 &&
    attestation?.position === id &&
    attestation.staker === position.staker &&
    attestation.amount_satoshis === position.amount_satoshis;
  if (!isSame) throw new RangeError(`babylon: no attestation of the same staker and amount names position ${id}`);
  if ((status === 'active') !== (unbonding_height === 0))
    throw new RangeError(`babylon: position ${id} must have an unbonding_height exactly when it is not active`);
}

function enterCheckpoint(state: WorldState, epoch: number, checkpoint: Checkpoint, isPossible: IsPossible): void {
  const { btc_block_hash, btc_block_height, state_root, status } = checkpoint;
  const totals = totalsRecord.get(state);
  if (snapshots.get(state, epoch) === undefined)
    throw new RangeError(`babylon: the checkpoint of epoch ${epoch} lacks the snapshot it stands for`);
  if (btc_block_height <= totals.checkpoint_btc_height || !isPossible(btc_block_height))
    throw new RangeError(`babylon: the Bitcoin heights of checkpoints must rise; that of epoch ${epoch} does not`);
  if (btc_block_hash.length !== 32 || state_root.length !== 32 || !isMined(btc_block_hash))
    throw new RangeError(`babylon: the hashes of the checkpoint of epoch ${epoch} are not those of a Bitcoin block`);
  if (checkpoint.previous !== totals.checkpoint_epoch)
    checkpoints.set(state, { ...checkpoint, previous: totals.checkpoint_epoch }, epoch);
  totalsRecord.set(state, { ...totals, checkpoint_epoch: epoch, checkpoint_btc_height: btc_block_height });
  if (status !== 'finalized') unsettledCheckpoints.set(state, btc_block_height, status === 'pending' ? 0 : 1, epoch);
}
