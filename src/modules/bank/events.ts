import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { bankAddress } from '../addresses.ts';

export const transferredEvent = eventsOf(bankAddress)('BankTransfer', 'Coins moved through the bank.', {
  from: indexed(accountField('sender')),
  to: indexed(accountField('recipient')),
  amount: withUnit('wei', uint(256, 'moved')),
  memo: textField('for the recipient; empty when there is none'),
});
