import { eventsOf } from '../../kernel/frame/event.ts';
import { accountField, indexed, textField, uint } from '../../kernel/frame/field.ts';
import { aiAddress } from './address.ts';

export const transactionFlagged = eventsOf(aiAddress)('TransactionFlagged', 'A transaction stood out.', {
  sender: indexed(accountField('who sent it')),
  index: uint(64, 'its place in the block'),
  score: uint(16, 'basis points'),
  flags: textField('what stood out, separated by commas'),
});
