import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count, flag, oneOf } from '../../kernel/codec/scalars.ts';
import { list, struct, withFallback } from '../../kernel/codec/structures.ts';
import { blockHeight, countIn, unixTime } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { babylonAddress } from '../addresses.ts';

const { table, single } = recordsOf(babylonAddress);

export const positionStatuses = ['active', 'unbonding', 'withdrawn'] as const;

const position = struct({
  staker: account,
  btc_tx_hash: blob,
  amount_satoshis: countIn('satoshis'),
  staked_at: unixTime,
  /** Bitcoin height of the release; 0 while it is active */
  unbonding_height: count,
  status: oneOf(...positionStatuses),
  /** operator */
  validator: account,
});
export type Position = DecodedBy<typeof position>;

const attestation = struct({
  staker: account,
  amount_satoshis: countIn('satoshis'),
  /** Bitcoin height of the block with the transaction */
  btc_height: count,
  attester: account,
  /** the position that it belongs to; 0 before there is one */
  position: count,
});
export type Attestation = DecodedBy<typeof attestation>;

const checkpoint = struct({
  btc_block_hash: blob,
  btc_block_height: count,
  state_root: blob,
  submitted_at: unixTime,
  submitter: account,
  status: oneOf('pending', 'confirmed', 'finalized'),
  /** epoch of the checkpoint before; 0 for the first */
  previous: withFallback(count, 0),
});
export type Checkpoint = DecodedBy<typeof checkpoint>;

const positionId = numberKey('id', 'running number');
const epoch = numberKey('epoch', 'number of the epoch');

export const positions = table(1, 'position', 'Positions of Bitcoin stakers.', [positionId], position);
export const attestations = table(
  2,
  'attestation',
  'Staking transactions of Bitcoin that an attester has seen.',
  [textKey('btc_tx_hash', '64 hex digits')],
  attestation,
);
export const checkpoints = table(3, 'checkpoint', 'States of this chain written to Bitcoin.', [epoch], checkpoint);
export const snapshots = table(
  4,
  'epoch_snapshot',
  'What was staked when an epoch ended that can be checkpointed.',
  [epoch],
  struct({
    total_staked: countIn('satoshis'),
    active_positions: count,
    validator_count: count,
    block_height: blockHeight,
  }),
);
export const progressRecord = single(
  5,
  'progress',
  'The running epoch, and the highest Bitcoin block that was reported; 0 before the first.',
  struct({ epoch: count, btc_height: count }),
  { epoch: 1, btc_height: 0 },
);
export const totalsRecord = single(
  6,
  'totals',
  'Sums over active positions in satoshis, and the next numbers of positions and checkpoints. A genesis document may leave it out.',
  struct({
    total_staked: countIn('satoshis'),
    active_positions: count,
    validator_count: count,
    next_position: count,
    checkpoint_epoch: count,
    checkpoint_btc_height: count,
  }),
  {
    total_staked: 0,
    active_positions: 0,
    validator_count: 0,
    next_position: 1,
    checkpoint_epoch: 0,
    checkpoint_btc_height: 0,
  },
);
export const positionsByStaker = table(
  7,
  'position_by_staker',
  'Positions of a staker: those not withdrawn first, and the newest of them first.',
  [
    accountKey('staker', 'the staker'),
    numberKey('withdrawn', '0 or 1'),
    numberKey('rank', '2^53-1 less the id', Number.MAX_SAFE_INTEGER),
  ],
  count,
);
export const unbondings = table(
  8,
  'unbonding',
  'Unbonding positions, by the Bitcoin height of their release.',
  [numberKey('btc_height', 'Bitcoin height'), positionId],
  flag,
);
/** Heights rise with epochs, so each stage is in the order in which its checkpoints become due. */
export const unsettledCheckpoints = table(
  9,
  'unsettled_checkpoint',
  'Bitcoin heights of the checkpoints that are not finalized.',
  [numberKey('stage', '0 pending, 1 confirmed'), epoch],
  count,
);
export const validatorStakes = table(
  10,
  'validator_stake',
  'Active positions with a validator, and their satoshis.',
  [accountKey('validator', 'its operator')],
  struct({ active_positions: count, total_staked: countIn('satoshis') }),
);

export const witnesses = table(
  11,
  'witness',
  'Attesters that said the same of a staking transaction.',
  [textKey('btc_tx_hash', '64 hex digits')],
  list(account),
);

export const stakesByWitnesses = table(
  12,
  'stake_by_witnesses',
  'Satoshis of the positions that are not withdrawn, by the number of attesters that had seen their transaction.',
  [numberKey('witnesses', 'number of attesters')],
  countIn('satoshis'),
);
const heightVote = struct({ attester: account, btc_height: count, voted_at: unixTime });
export const heightVotesRecord = single(
  13,
  'height_votes',
  'What attesters say that the height of Bitcoin is at most, one each.',
  list(heightVote),
  [],
);

const report = struct({ attester: account, staker: account, amount_satoshis: countIn('satoshis'), btc_height: count });
export type Report = DecodedBy<typeof report>;
export const dissents = table(
  14,
  'dissent',
  'What attesters say of a staking transaction on which no position stands yet, where more say otherwise, or said so before.',
  [textKey('btc_tx_hash', '64 hex digits')],
  list(report),
);

export const endings = table(
  15,
  'ending',
  'Attesters that say that a position has ended, where it takes more of them.',
  [positionId],
  list(account),
);
