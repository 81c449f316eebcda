import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  notAuthority: [2, 'the authority of this network is not governance'],
  noSuchProposal: [3, 'there is no such proposal'],
  notVoting: [4, 'the proposal is not in its voting period'],
  depositOver: [5, 'the proposal takes no more deposits'],
  zeroAmount: [6, 'the amount must be above zero'],
  insufficientBalance: [7, 'the balance does not suffice'],
  depositTooSmall: [8, 'the first deposit is below its minimum'],
  noStake: [9, 'the account has no stake with an active validator, and no xQORE from before the vote'],
  badOption: [10, 'the vote must be yes, no, abstain or no_with_veto'],
  badProposal: [11, 'the authority would reject it'],
  notOver: [12, 'the proposal is not over'],
  nothingToReclaim: [13, 'nothing of that deposit is left'],
  badTitle: [14, 'the title must have 1 to 140 bytes'],
});
