import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, bytes32Field, flagField, indexed, textField, uint } from '../../kernel/module-sdk/field.ts';
import { crossvmAddress } from '../addresses.ts';

const event = eventsOf(crossvmAddress);
const id = textField('id of the message');
const source = textField('machine it comes from');
const target = textField('machine it goes to');

export const requestedEvent = event('CrossvmRequest', 'A message was queued.', {
  sender: indexed(accountField('who sent it')),
  messageId: id,
  sourceVm: source,
  targetVm: target,
  targetContract: textField('whom it is for'),
  payloadHash: bytes32Field('keccak of the payload'),
});
export const respondedEvent = event('CrossvmResponse', 'A message was executed, or failed.', {
  messageId: id,
  sourceVm: source,
  targetVm: target,
  success: flagField('the target ended well'),
  gasUsed: uint(64, 'by the target'),
});
export const timedOutEvent = event('CrossvmTimeout', 'A message waited too long; its funds went back.', {
  messageId: id,
  sourceVm: source,
  targetVm: target,
  queuedAtHeight: uint(64, 'block it was queued in'),
});
