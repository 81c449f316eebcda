import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField, uqor } from '../../kernel/module-sdk/field.ts';
import { authorityAddress } from '../addresses.ts';

const event = eventsOf(authorityAddress);

export const paramsChangedEvent = event('ParamsChanged', 'Parameters of a module were changed.', {
  module: indexed(textField('name of the module')),
  changes: textField('what was changed, as JSON'),
});
export const treasurySpentEvent = event('TreasurySpent', 'The treasury paid.', {
  to: indexed(accountField('who was paid')),
  amount: uqor('paid'),
});
export const authorityMovedEvent = event('AuthorityMoved', 'Another account became the authority.', {
  from: indexed(accountField('before')),
  to: indexed(accountField('after')),
});
