import { eventsOf } from '../../kernel/frame/event.ts';
import { accountField, indexed, inUnit, textField, uint } from '../../kernel/frame/field.ts';
import { bankAddress } from '../addresses.ts';

export const transferred = eventsOf(bankAddress)('BankTransfer', 'Coins moved through the bank.', {
  from: indexed(accountField('sender')),
  to: indexed(accountField('recipient')),
  amount: inUnit('wei', uint(256, 'moved')),
  memo: textField('for the recipient; empty when there is none'),
});
