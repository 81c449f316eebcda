import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import { stakingAddress } from '../addresses.ts';

const event = eventsOf(stakingAddress);
const delegator = indexed(accountField('who delegated'));
const validator = indexed(accountField('operator'));

export const validatorCreatedEvent = event('ValidatorCreated', 'A validator was created.', {
  validator,
  moniker: textField('its name'),
});
export const delegatedEvent = event('Delegated', 'Coins were bonded with a validator.', {
  delegator,
  validator,
  amount: uqor('bonded'),
});
export const undelegatedEvent = event('Undelegated', 'Coins begin to unbond; they are paid out later.', {
  delegator,
  validator,
  amount: uqor('to be paid'),
  completion: withUnit('seconds', uint(64, 'when it is paid, since 1970')),
});
export const redelegatedEvent = event('Redelegated', 'Coins moved from one validator to another.', {
  delegator,
  from: indexed(accountField('operator before')),
  to: indexed(accountField('operator after')),
  amount: uqor('moved'),
});
export const redelegationSlashedEvent = event(
  'RedelegationSlashed',
  'Part of redelegated coins was burned for what the validator they left had done.',
  {
    delegator,
    from: indexed(accountField('operator before')),
    to: indexed(accountField('operator after')),
    amount: uqor('burned'),
  },
);
export const unbondedEvent = event('Unbonded', 'Coins were paid out after their unbonding time.', {
  delegator,
  validator,
  amount: uqor('paid'),
});
export const slashedEvent = event('Slashed', 'Part of a stake was burned.', {
  validator,
  amount: uqor('burned'),
  reason: textField('downtime, double_sign or light_client_attack'),
});
export const unjailedEvent = event('Unjailed', 'A validator was released from jail.', { validator });
