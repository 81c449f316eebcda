import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, bytes32Field, indexed, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { multilayerAddress } from '../addresses.ts';

const event = eventsOf(multilayerAddress);

const layerId = textField('name of the layer');
const creator = indexed(accountField('who registered it'));
const layerHeight = uint(64, 'height of the layer');

export const sidechainRegisteredEvent = event('SidechainRegistered', 'A sidechain was proposed.', {
  layerId,
  creator,
  stake: uqor('locked behind it'),
});
export const paychainRegisteredEvent = event('PaychainRegistered', 'A paychain was proposed.', {
  layerId,
  creator,
  stake: uqor('locked behind it'),
});
export const layerStatusUpdatedEvent = event('LayerStatusUpdated', 'A layer changed its status.', {
  layerId,
  previousStatus: textField('status before'),
  newStatus: textField('status now'),
  reason: textField('why'),
});
export const stateAnchoredEvent = event('StateAnchored', 'The state of a layer was anchored.', {
  layerId,
  layerHeight,
  stateRoot: bytes32Field('root of its state'),
  relayer: indexed(accountField('who brought it')),
});
export const anchorChallengedEvent = event('AnchorChallenged', 'An anchor was proven wrong.', {
  layerId,
  layerHeight,
  challenger: indexed(accountField('who proved it')),
  reward: uqor('half of the stake, paid to the challenger; the other half goes to the treasury'),
  reason: textField('as the challenger gave it'),
});
export const transactionRoutedEvent = event('TransactionRouted', 'A transaction was given to a layer.', {
  sender: indexed(accountField('who sent it')),
  selectedLayer: textField('layer, or main'),
  reason: textField('why that one'),
});
export const crossLayerMessageEvent = event('CrossLayerMessage', 'A message waits for a layer.', {
  messageId: indexed(uint(64, 'its number')),
  destinationLayer: textField('layer it goes to'),
  fees: uqor('kept until the layer takes the message'),
});
export const crossLayerTakenEvent = event('CrossLayerTaken', 'A layer has taken a message, as its creator says.', {
  messageId: indexed(uint(64, 'its number')),
  destinationLayer: textField('layer it went to'),
  fees: uqor('paid to the creator of the layer'),
});
export const feeRefundedEvent = event('FeeRefunded', 'The fee of a message that no layer took went back.', {
  messageId: indexed(uint(64, 'its number')),
  sender: indexed(accountField('who sent it')),
  fees: uqor('paid back'),
});
export const crossLayerTimeoutEvent = event('CrossLayerTimeout', 'A message was dropped because its time was over.', {
  messageId: indexed(uint(64, 'its number')),
  destinationLayer: textField('layer it was for'),
});
export const anchorIntervalWarningEvent = event(
  'AnchorIntervalWarning',
  'An active layer is overdue with its anchor.',
  {
    layerId,
    lastAnchorHeight: uint(64, 'height of this chain with its last anchor'),
  },
);
export const stakeReleasedEvent = event('StakeReleased', 'The stake of a decommissioned layer was paid back.', {
  layerId,
  creator,
  amount: uqor('paid'),
});
