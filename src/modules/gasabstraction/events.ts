import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { gasabstractionAddress } from '../addresses.ts';

const event = eventsOf(gasabstractionAddress);

export const feeTokenSetEvent = event('FeeTokenSet', 'An account chose the token it pays its fees in.', {
  account: indexed(accountField('the account')),
  denom: textField('the token; uqor for QOR'),
});
export const liquidityAddedEvent = event('LiquidityAdded', 'The module got QOR to pay fees with.', {
  from: indexed(accountField('who gave them')),
  amount: uint(256, 'wei'),
});
export const liquidityRemovedEvent = event('LiquidityRemoved', 'The authority took QOR back.', {
  to: indexed(accountField('who got them')),
  amount: uqor('how much'),
});
export const tokensCollectedEvent = event('TokensCollected', 'The authority took tokens that were paid as fees.', {
  to: indexed(accountField('who got them')),
  denom: textField('the token'),
  amount: uint(256, 'in its base units'),
});
