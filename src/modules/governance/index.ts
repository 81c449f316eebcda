import type { HookEnvironment } from '../../kernel/module.ts';
import { governanceDeposits } from '../../kernel/module-account.ts';
import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { nextNumber } from '../../kernel/module-sdk/next-number.ts';
import { governanceAddress } from '../addresses.ts';
import { endProposals } from './blocks.ts';
import type { Dependencies } from './dependencies.ts';
import {
  depositedEvent,
  endedEvent,
  proposedEvent,
  reclaimedEvent,
  rewardedEvent,
  votedEvent,
  votingBeganEvent,
} from './events.ts';
import { fault } from './faults.ts';
import { owedWei } from './owed.ts';
import { governanceParams } from './params.ts';
import { proposeCalls } from './propose-calls.ts';
import {
  deposits,
  nextProposalRecord,
  officeDecisionRecord,
  proposals,
  proposalsByDeadline,
  standings,
  votes,
} from './records.ts';
import { votingCalls } from './voting-calls.ts';

/**
 * Votes of bonded stake on what the authority does. The module governs a network while its own account is the
 * authority: from genesis where that names no authority, or once the authority hands its office to this module.
 *
 *   propose ─► deposit ──complete──► voting ──ends──► passed ─► executed as the authority ─► passed or failed
 *                 │                     │
 *                 └─ time over: expired └─ no quorum or majority: rejected; too many vetoes: vetoed, the deposit is burned
 *
 * Each account votes with what it has bonded itself; delegating does not hand on the vote. A vote counts the stake at
 * the time it is given. Tallies are kept while votes come in, so that the end of a vote costs the same however many
 * voted.
 */
export const createGovernance = (dependencies: Dependencies) =>
  defineModule({
    name: 'governance',
    address: governanceAddress,
    pool: { account: governanceDeposits, owed: owedWei },
    doc: 'Proposals by deposit, decided by bonded stake and executed as the authority of the network.',
    params: governanceParams,
    tables: [proposals, standings, deposits, votes, proposalsByDeadline],
    singles: [nextProposalRecord, officeDecisionRecord],
    calls: [...proposeCalls(dependencies), ...votingCalls(dependencies)],
    events: [proposedEvent, depositedEvent, votingBeganEvent, votedEvent, endedEvent, rewardedEvent, reclaimedEvent],
    faults: fault,
    initGenesis: (context) => {
      decideOffice(context, dependencies);
      countProposals(context);
    },
    endBlock: (context) => endProposals(context, dependencies),
  });

function countProposals({ state }: HookEnvironment): void {
  const [said, numbers] = [nextProposalRecord.get(state), [...proposals.list(state)].map(([[number]]) => number)];
  const next = nextNumber(said, numbers);
  if (next !== said) nextProposalRecord.set(state, next);
}

/** Once: an office that was ended later stays ended in a chain that begins from an exported genesis. */
function decideOffice({ state }: HookEnvironment, { takeOffice }: Dependencies): void {
  if (officeDecisionRecord.get(state)) return;
  takeOffice(state);
  officeDecisionRecord.set(state, true);
}
