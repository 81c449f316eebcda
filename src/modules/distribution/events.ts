import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { distributionAddress } from '../addresses.ts';

const event = eventsOf(distributionAddress);
const amount = withUnit('wei', uint(256, 'paid'));
const validator = indexed(accountField('operator'));

export const rewardsWithdrawnEvent = event('RewardsWithdrawn', 'A delegator took its rewards.', {
  delegator: indexed(accountField('who was paid')),
  validator,
  amount,
});
export const incomeWithdrawnEvent = event('IncomeWithdrawn', 'A validator took its income.', { validator, amount });
