import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, bytes32Field, indexed, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { svmAddress } from '../addresses.ts';

const event = eventsOf(svmAddress);

export const depositedEvent = event('SvmDeposit', 'Coins went to an account of the SVM side.', {
  from: indexed(accountField('who paid')),
  key: indexed(bytes32Field('the account')),
  amount: withUnit('wei', uint(256, 'how much')),
});
export const withdrawnEvent = event('SvmWithdrawal', 'Coins came back from an account of the SVM side.', {
  key: indexed(bytes32Field('the account')),
  to: indexed(accountField('who was paid')),
  amount: withUnit('wei', uint(256, 'how much')),
});
