import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, flagField, indexed, textField, uint } from '../../kernel/module-sdk/field.ts';
import { pqcAddress } from '../addresses.ts';

const event = eventsOf(pqcAddress);
const account = indexed(accountField('owner of the key'));
const algorithmId = uint(8, 'its algorithm');

export const keyRegisteredEvent = event('KeyRegistered', 'An account registered a key.', {
  account,
  algorithmId,
  keyType: textField('hybrid, pqc_only or classical_only'),
});
export const keyRotatedEvent = event('KeyRotated', 'An account replaced its key.', { account, algorithmId });
export const keyMigratedEvent = event('KeyMigrated', 'An account moved its key to another algorithm.', {
  account,
  fromAlgorithmId: uint(8, 'before'),
  toAlgorithmId: uint(8, 'after'),
});
export const protectionChangedEvent = event('ProtectionChanged', 'An account switched its protection on or off.', {
  account,
  on: flagField('it is protected'),
});
export const hybridVerifiedEvent = event(
  'HybridVerified',
  'A hybrid transaction succeeded, whose post-quantum signature was verified. One that does not verify is in no block.',
  { account: indexed(accountField('sender')), algorithmId, mode: uint(8, 'the hybrid signature mode') },
);
export const algorithmChangedEvent = event('AlgorithmChanged', 'An algorithm entered another part of its life.', {
  id: indexed(uint(8, 'number of the algorithm')),
  status: textField('active, migrating, deprecated or disabled'),
  reason: textField('why, when it was disabled'),
});
