import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, indexed, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { governanceAddress } from '../addresses.ts';

const event = eventsOf(governanceAddress);
const proposal = indexed(uint(64, 'number of the proposal'));

export const proposedEvent = event('Proposed', 'A proposal was submitted.', {
  proposal,
  proposer: indexed(accountField('who proposed')),
  kind: textField('text, params, spend or call'),
  title: textField('its title'),
});
export const depositedEvent = event('Deposited', 'Coins were deposited for a proposal.', {
  proposal,
  depositor: indexed(accountField('who deposited')),
  amount: uqor('deposited'),
});
export const votingBeganEvent = event('VotingBegan', 'The deposit of a proposal is complete.', {
  proposal,
  end: uint(64, 'when voting ends, in seconds since 1970'),
});
export const votedEvent = event('Voted', 'An account has voted, or has changed its vote.', {
  proposal,
  voter: indexed(accountField('who voted')),
  option: textField('yes, no, abstain or no_with_veto'),
  weight: uqor('stake behind it'),
});
export const endedEvent = event('Ended', 'A proposal is over.', {
  proposal,
  status: textField('passed, rejected, vetoed, failed or expired'),
  failure: textField('why it failed, once passed'),
});
export const rewardedEvent = event('Rewarded', 'The treasury rewarded the proposer of what has passed.', {
  proposal,
  proposer: indexed(accountField('who proposed')),
  amount: uqor('paid'),
});
export const reclaimedEvent = event('Reclaimed', 'A deposit was paid back.', {
  proposal,
  depositor: indexed(accountField('who deposited')),
  amount: uqor('paid back'),
});
