import { eventsOf } from '../../kernel/frame/event.ts';
import { accountField, indexed, inUnit, uint } from '../../kernel/frame/field.ts';
import { distributionAddress } from '../addresses.ts';

const event = eventsOf(distributionAddress);
const amount = inUnit('wei', uint(256, 'paid'));
const validator = indexed(accountField('operator'));

export const rewardsWithdrawn = event('RewardsWithdrawn', 'A delegator took its rewards.', {
  delegator: indexed(accountField('who was paid')),
  validator,
  amount,
});
export const incomeWithdrawn = event('IncomeWithdrawn', 'A validator took its income.', { validator, amount });
