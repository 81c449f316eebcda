import { eventsOf } from '../../kernel/frame/event.ts';
import { accountField, bytes32Field, indexed, inUnit, uint } from '../../kernel/frame/field.ts';
import { svmAddress } from '../addresses.ts';

const event = eventsOf(svmAddress);

export const deposited = event('SvmDeposit', 'Coins went to an account of the SVM side.', {
  from: indexed(accountField('who paid')),
  key: indexed(bytes32Field('the account')),
  amount: inUnit('wei', uint(256, 'how much')),
});
export const withdrawn = event('SvmWithdrawal', 'Coins came back from an account of the SVM side.', {
  key: indexed(bytes32Field('the account')),
  to: indexed(accountField('who was paid')),
  amount: inUnit('wei', uint(256, 'how much')),
});
