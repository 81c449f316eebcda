import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField, uint } from '../../kernel/module-sdk/field.ts';
import { aiAddress } from '../addresses.ts';

const event = eventsOf(aiAddress);

export const transactionFlaggedEvent = event('TransactionFlagged', 'A transaction stood out.', {
  sender: indexed(accountField('who sent it')),
  index: uint(64, 'its place in the block'),
  score: uint(16, 'basis points'),
  flags: textField('what stood out, separated by commas'),
});
export const fraudAlertEvent = event(
  'FraudAlert',
  'The transactions of a block match a pattern that attacks often have. Honest ones can match it too.',
  {
    sender: indexed(accountField('who completed it')),
    severity: textField('low, medium, high or critical'),
    reason: textField('the pattern'),
    score: uint(16, 'confidence in basis points'),
  },
);
