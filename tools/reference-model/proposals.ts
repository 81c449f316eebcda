import assert from 'node:assert/strict';
import type { governanceParams } from '#qord/modules/governance/params.ts';
import { standings } from '#qord/modules/governance/records.ts';
import type { Address } from '#qord/primitives/address.ts';
import { weiPerQor, weiPerUqor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import { add } from './amounts.ts';
import type { ReadEvent } from './module-events.ts';

type Params = ReturnType<typeof governanceParams.get>;
/** What else decides: seconds of unbonding, and stake in wei; undefined where it is not known. */
export type Electorate = {
  readonly unbondingSeconds: number | undefined;
  votesOf(account: Address, began: number): bigint | undefined;
  /** all that may vote, after the block */
  all(): bigint | undefined;
};
type Vote = { readonly option: string; readonly wei: bigint };
type Proposal = {
  readonly kind: string;
  readonly deposits: Map<Address, bigint>;
  readonly votes: Map<Address, Vote>;
  deposit: bigint;
  /** seconds since 1970 at which its deposit or vote ends */
  end: number;
  began: number | undefined;
  status: string | undefined;
};

/** Proposals, what is deposited for them, who votes with how much, and what becomes of them (docs/modules/governance.md). */
export class Proposals {
  readonly #proposals = new Map<bigint, Proposal>();
  readonly #ended: Proposal[] = [];

  /** `time`: of the block, in seconds. `params`: undefined where the block has changed them. */
  follow(event: ReadEvent, time: number, params: Params | undefined, electorate: Electorate): void {
    const { name, account, amount, text } = event;
    if (!name.startsWith('governance.')) return;
    const id = amount('proposal');
    if (name === 'governance.Proposed') {
      const end = time + (params?.deposit_seconds ?? Number.NaN);
      const empty = { deposits: new Map(), votes: new Map(), deposit: 0n, began: undefined, status: undefined };
      this.#proposals.set(id, { kind: text('kind'), end, ...empty });
    }
    const proposal = this.#proposals.get(id);
    assert.ok(proposal, `proposal ${id} was submitted`);
    if (name === 'governance.Deposited') {
      add(proposal.deposits, account('depositor'), amount('amount'));
      proposal.deposit += amount('amount');
      assert.ok(!(time >= proposal.end), `a deposit for proposal ${id} is in time`);
    } else if (name === 'governance.VotingBegan')
      this.#begin(proposal, Number(amount('end')), time, params, electorate);
    else if (name === 'governance.Voted') {
      const [voter, wei] = [account('voter'), amount('weight')];
      assert.ok(proposal.began !== undefined && !(time >= proposal.end), `a vote on proposal ${id} is in time`);
      const wanted = electorate.votesOf(voter, proposal.began);
      if (wanted !== undefined) assert.equal(wei, wanted, `the weight of the vote of ${voter}`);
      proposal.votes.set(voter, { option: text('option'), wei });
    } else if (name === 'governance.Reclaimed') {
      assert.ok(
        proposal.status !== undefined && proposal.status !== 'vetoed',
        `proposal ${id} is over, without a veto`,
      );
      assert.equal(
        amount('amount'),
        proposal.deposits.get(account('depositor')),
        `what was deposited for proposal ${id}`,
      );
      proposal.deposits.delete(account('depositor'));
    } else if (name === 'governance.Ended') {
      proposal.status = text('status');
      assert.ok(!(time < proposal.end), `proposal ${id} ends at its time`);
      this.#ended.push(proposal);
    } else if (name === 'governance.Rewarded') {
      assert.equal(proposal.status, 'passed', `proposal ${id} is rewarded because it has passed`);
      if (params !== undefined) assert.equal(amount('amount'), params.reward * weiPerUqor, 'the reward of a proposal');
    }
  }

  endBlock(time: number, params: Params | undefined, electorate: Electorate): void {
    for (const proposal of this.#ended.splice(0)) {
      const verdict = verdictOf(proposal, params, electorate.all());
      const isAct = proposal.kind !== 'text' && proposal.status === 'failed';
      if (verdict !== undefined)
        assert.equal(isAct ? 'passed' : proposal.status, verdict, 'what becomes of a proposal');
    }
    const isLate = ({ kind, status, end }: Proposal) => kind === 'text' && status === undefined && end <= time;
    assert.ok(![...this.#proposals.values()].some(isLate), 'a proposal ends when its time is over');
  }

  /** Asserts that the records say the same. */
  assertSame(state: StateView): void {
    for (const [id, { deposit, votes }] of this.#proposals) {
      const { deposit: found, yes, no, abstain, no_with_veto } = standings.get(state, Number(id)) ?? {};
      const wanted = ['yes', 'no', 'abstain', 'no_with_veto'].map((option) => sumOf(votes, option) / weiPerUqor);
      assert.deepEqual([found, yes, no, abstain, no_with_veto], [deposit / weiPerUqor, ...wanted], `proposal ${id}`);
    }
  }

  #begin(
    proposal: Proposal,
    end: number,
    time: number,
    params: Params | undefined,
    { unbondingSeconds }: Electorate,
  ): void {
    proposal.began = time;
    proposal.end = end;
    if (params === undefined || unbondingSeconds === undefined) return;
    assert.equal(end, time + Math.min(params.voting_seconds, unbondingSeconds), 'when a vote ends');
    assert.ok(proposal.deposit >= params.min_deposit * weiPerUqor, 'a vote begins when its deposit is complete');
  }
}

/** By the votes, and what of all stake and locks has voted; undefined where that is not known. */
function verdictOf(
  { began, votes }: Proposal,
  params: Params | undefined,
  all: bigint | undefined,
): string | undefined {
  if (began === undefined) return 'expired';
  if (params === undefined || all === undefined) return undefined;
  const [yes, veto, abstain] = [sumOf(votes, 'yes'), sumOf(votes, 'no_with_veto'), sumOf(votes, 'abstain')];
  const voted = yes + veto + abstain + sumOf(votes, 'no');
  if (voted === 0n || voted * weiPerQor < params.quorum * all) return 'rejected';
  if (veto * weiPerQor > params.veto_threshold * voted) return 'vetoed';
  return yes * weiPerQor > params.threshold * (voted - abstain) ? 'passed' : 'rejected';
}

function sumOf(votes: Proposal['votes'], wanted: string): bigint {
  return [...votes.values()].reduce((sum, { option, wei }) => (option === wanted ? sum + wei : sum), 0n);
}
