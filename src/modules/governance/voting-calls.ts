import { governanceDeposits } from '../../kernel/module-account.ts';
import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import { textField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import type { Dependencies } from './dependencies.ts';
import { addDeposit } from './deposits.ts';
import { reclaimedEvent, votedEvent } from './events.ts';
import { fault } from './faults.ts';
import { deposits, options, type Standing, standings, type VoteOption, votes } from './records.ts';

const proposal = uint(64, 'number of the proposal');

/** The calls for deposits and votes, and the view of where a proposal stands. */
export function votingCalls(dependencies: Dependencies) {
  return [deposit(dependencies), vote(dependencies), reclaim, standingOf];
}

const deposit = (dependencies: Dependencies) =>
  call('deposit', {
    doc: 'Add to the deposit of a proposal. Voting begins when it is complete.',
    inputs: { proposal, amount: uqor('how much') },
    gas: 120_000n,
    example: ['1', '5000qor'],
    fault: ({ state, caller, block }, { proposal: id, amount }) => {
      const standing = standings.get(state, idOf(id));
      if (standing === undefined) return fault.noSuchProposal();
      if (standing.status !== 'deposit' || Number(block.timestamp) >= standing.deposit_end) return fault.depositOver();
      if (amount === 0n) return fault.zeroAmount();
      return amount > uqorBalance(state, caller) ? fault.insufficientBalance() : undefined;
    },
    run: (context, { proposal: id, amount }) => addDeposit(context, dependencies, idOf(id), amount),
  });

function vote(dependencies: Dependencies) {
  const { activeStakeOf, lockedVotesOf, holdForVote, countVote } = dependencies;
  return call('vote', {
    doc: 'Vote with all stake that the caller has bonded with active validators now, and with the xQORE that it locked before the vote began, which stay locked until the vote is over: each counts `governance_multiplier` times, and more the longer it is locked (parameters of xqore). A later vote replaces it.',
    inputs: {
      proposal,
      option: textField('yes, no, abstain or no_with_veto', { choices: ['yes', 'no', 'abstain', 'no_with_veto'] }),
    },
    gas: 200_000n,
    example: ['1', 'yes'],
    fault: (context, inputs) => voteFault(context, dependencies, idOf(inputs.proposal), inputs.option),
    run: ({ state, caller, block, emit }, inputs) => {
      const id = idOf(inputs.proposal);
      const option = optionOf(inputs.option);
      const standing = standings.get(state, id);
      if (standing === undefined || option === undefined) return;
      const before = votes.get(state, id, caller);
      const locked = lockedVotesOf(state, caller, { began: standing.voting_start, now: Number(block.timestamp) });
      const weight = activeStakeOf(state, caller) + locked;
      if (locked > 0n) holdForVote(state, caller, standing.voting_end);
      const without = before === undefined ? standing : counted(standing, before.option, -before.weight);
      standings.set(state, counted(without, option, weight), id);
      votes.set(state, { option, weight }, id, caller);
      if (before === undefined) countVote(state, caller);
      emit(votedEvent.log({ proposal: inputs.proposal, voter: caller, option, weight }));
    },
  });
}

function voteFault(
  { state, caller, block }: CheckContext,
  { activeStakeOf, lockedVotesOf }: Dependencies,
  id: number,
  option: string,
) {
  const standing = standings.get(state, id);
  if (standing === undefined) return fault.noSuchProposal();
  if (standing.status !== 'voting' || Number(block.timestamp) >= standing.voting_end) return fault.notVoting();
  if (optionOf(option) === undefined) return fault.badOption();
  const vote = { began: standing.voting_start, now: Number(block.timestamp) };
  return lockedVotesOf(state, caller, vote) > 0n || activeStakeOf(state, caller) > 0n ? undefined : fault.noStake();
}

const reclaim = call('reclaim', {
  doc: 'Pay back what the caller has deposited for a proposal that is over; after a veto it is burned.',
  inputs: { proposal },
  outputs: { amount: uqor('paid back') },
  gas: 80_000n,
  fault: ({ state, caller }, { proposal: id }) => {
    const standing = standings.get(state, idOf(id));
    if (standing === undefined) return fault.noSuchProposal();
    if (standing.status === 'deposit' || standing.status === 'voting') return fault.notOver();
    const isLeft = standing.status !== 'vetoed' && deposits.get(state, idOf(id), caller) !== undefined;
    return isLeft ? undefined : fault.nothingToReclaim();
  },
  run: ({ state, caller, emit }, { proposal: id }) => {
    const amount = deposits.get(state, idOf(id), caller) ?? 0n;
    deposits.remove(state, idOf(id), caller);
    transferUqor(state, governanceDeposits, caller, amount);
    emit(reclaimedEvent.log({ proposal: id, depositor: caller, amount }));
    return { amount };
  },
});

const standingOf = view('standingOf', {
  doc: 'How a proposal stands.',
  inputs: { proposal },
  outputs: {
    status: textField('deposit, voting, passed, rejected, vetoed, failed or expired'),
    deposit: uqor('deposited'),
    votingEnd: withUnit('seconds', uint(64, 'when voting ends, since 1970; 0 before it begins')),
    yes: uqor('stake for it'),
    no: uqor('stake against it'),
    abstain: uqor('stake that only counts for the quorum'),
    noWithVeto: uqor('stake against it, and for burning the deposit'),
  },
  gas: 5_000n,
  fault: ({ state }, { proposal: id }) =>
    standings.get(state, idOf(id)) === undefined ? fault.noSuchProposal() : undefined,
  run: ({ state }, { proposal: id }) => {
    const found = standings.get(state, idOf(id));
    const { status = 'deposit', voting_end = 0, no_with_veto: noWithVeto = 0n } = found ?? {};
    const { deposit: amount = 0n, yes = 0n, no = 0n, abstain = 0n } = found ?? {};
    return { status, deposit: amount, votingEnd: BigInt(voting_end), yes, no, abstain, noWithVeto };
  },
});

/** There is no proposal 0. */
function idOf(id: bigint): number {
  return id > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(id);
}

function optionOf(text: string): VoteOption | undefined {
  return options.find((option) => option === text);
}

function counted(standing: Standing, option: VoteOption, weight: bigint): Standing {
  return { ...standing, [option]: standing[option] + weight };
}
