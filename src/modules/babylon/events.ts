import { eventsOf } from '../../kernel/module-sdk/event.ts';
import {
  accountField,
  bytes32Field,
  flagField,
  indexed,
  textField,
  uint,
  withUnit,
} from '../../kernel/module-sdk/field.ts';
import { babylonAddress } from '../addresses.ts';

const event = eventsOf(babylonAddress);
const staker = indexed(accountField('the staker'));
const positionId = uint(64, 'the position');
const satoshis = (doc: string) => withUnit('sat', uint(64, doc));
const btcTxHash = bytes32Field('the staking transaction');

export const attestedEvent = event('BtcAttest', 'A staking transaction was seen on Bitcoin.', {
  staker,
  attester: indexed(accountField('who saw it')),
  btcTxHash,
  amountSatoshis: satoshis('it locks'),
  btcHeight: uint(64, 'of its block'),
});
export const restakedEvent = event('BtcRestake', 'A position began.', {
  staker,
  validator: indexed(accountField('operator of the validator')),
  positionId,
  btcTxHash,
  amountSatoshis: satoshis('staked'),
});
export const unbondingEvent = event('BtcUnbond', 'A position is on its way out.', {
  staker,
  positionId,
  unbondingHeight: uint(64, 'Bitcoin height of the release'),
});
export const withdrawnEvent = event('BtcWithdraw', 'A position was released.', { staker, positionId });
export const checkpointMovedEvent = event('BtcCheckpoint', 'A checkpoint was submitted, confirmed or finalized.', {
  epoch: indexed(uint(64, 'epoch it stands for')),
  btcBlockHash: bytes32Field('the Bitcoin block'),
  btcBlockHeight: uint(64, 'and its height'),
  stateRoot: bytes32Field('the state it stands for'),
  status: textField('pending, confirmed or finalized'),
});
export const heightCorrectedEvent = event('BtcHeightCorrect', 'The known height of Bitcoin was too high.', {
  from: uint(64, 'the known height before'),
  to: uint(64, 'and now'),
});
export const epochCompletedEvent = event('BabylonEpochComplete', 'An epoch ended.', {
  epoch: indexed(uint(64, 'the epoch')),
  totalStaked: satoshis('in active positions'),
  activePositions: uint(64, 'positions'),
  validatorCount: uint(64, 'validators that have any'),
  isCheckpoint: flagField('a snapshot was taken, which can be checkpointed'),
});
