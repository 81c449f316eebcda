import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { lightnodeAddress } from '../addresses.ts';

const event = eventsOf(lightnodeAddress);
const operator = indexed(accountField('the operator'));
const epoch = indexed(uint(64, 'the epoch'));

export const registeredEvent = event('LightNodeRegistered', 'An operator registered, or changed its key.', {
  operator,
  key: accountField('the account that answers for it'),
});
export const leftEvent = event('LightNodeLeft', 'An operator left.', { operator });
export const answeredEvent = event('LightNodeAnswered', 'The question of an epoch was answered.', { operator, epoch });
export const paidEvent = event('LightNodePaid', 'An operator was paid for an epoch.', {
  operator,
  epoch,
  amount: withUnit('wei', uint(256, 'its share')),
});
export const epochEndedEvent = event('LightNodeEpochEnded', 'An epoch ended, and its shares are known.', {
  epoch,
  answers: uint(64, 'operators that share the pool'),
  share: withUnit('wei', uint(256, 'of each')),
  carriedOver: withUnit('wei', uint(256, 'that stays in the pool for the next')),
});
