import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count, flag, oneOf, text } from '../../kernel/codec/scalars.ts';
import { struct, withFallback } from '../../kernel/codec/structures.ts';
import { unixTime, uqorAmount, uqorSum } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { governanceAddress } from '../addresses.ts';

const { table, single } = recordsOf(governanceAddress);

export const options = ['yes', 'no', 'abstain', 'no_with_veto'] as const;
export type VoteOption = (typeof options)[number];

const proposal = struct({
  kind: oneOf('text', 'params', 'spend', 'call'),
  proposer: account,
  title: text,
  summary: text,
  /** params: name of the module, and the changes as JSON */
  module: text,
  changes: text,
  /** spend: who is paid, and uqor; call: the contract */
  to: account,
  amount: uqorAmount,
  /** call: its data */
  call_data: blob,
});
export type Proposal = DecodedBy<typeof proposal>;

/**
 * The members of a proposal that change; its texts are stored separately. Times are seconds since 1970; amounts and
 * votes are uqor.
 */
const standing = struct({
  status: oneOf('deposit', 'voting', 'passed', 'rejected', 'vetoed', 'failed', 'expired'),
  submitted_time: unixTime,
  deposit_end: unixTime,
  /** 0 before voting begins */
  voting_end: unixTime,
  voting_start: withFallback(unixTime, 0),
  deposit: uqorAmount,
  yes: uqorSum,
  no: uqorSum,
  abstain: uqorSum,
  no_with_veto: uqorSum,
  /** why it failed, once passed */
  failure: text,
});
export type Standing = DecodedBy<typeof standing>;

const id = numberKey('proposal', 'number of the proposal');

export const proposals = table(1, 'proposal', 'What was proposed.', [id], proposal);
export const standings = table(2, 'standing', 'How proposals stand.', [id], standing);
export const deposits = table(
  3,
  'deposit',
  'uqor deposited for proposals, until they are reclaimed or burned.',
  [id, accountKey('depositor', 'who deposited')],
  uqorAmount,
);
export const votes = table(
  4,
  'vote',
  'Votes, with the stake they weigh.',
  [id, accountKey('voter', 'who voted')],
  struct({ option: oneOf(...options), weight: uqorSum }),
);
export const proposalsByDeadline = table(
  5,
  'due',
  'When deposits and votes end.',
  [numberKey('time', 'seconds since 1970'), id],
  flag,
);
export const nextProposalRecord = single(6, 'next_proposal', 'Number of the next proposal.', count, 1);
export const officeDecisionRecord = single(
  7,
  'office_decided',
  'Whether a genesis has decided if this module is the authority.',
  flag,
  false,
);
