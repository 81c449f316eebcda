import assert from 'node:assert/strict';
import { test } from 'node:test';
import { governanceDeposits, treasury } from '../../kernel/module-account.ts';
import { moduleMessage } from '../../kernel/module-sdk/module-message.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { toBech32, zeroAddress } from '../../primitives/address.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { developmentConsensusKey } from '../../primitives/development-accounts.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { governanceAddress } from '../addresses.ts';
import { createAuthority } from '../authority/index.ts';
import { authorityParams } from '../authority/params.ts';
import { burnTotalsBySource } from '../burn/records.ts';
import { xqoreParams } from '../xqore/params.ts';
import { governanceParams } from './params.ts';
import { nextProposalRecord, type Standing, standings, votes } from './records.ts';
import { verdictOf } from './verdict.ts';

const [operator, alice, bob] = [accountOf(0), accountOf(1), accountOf(2)];
assert.ok(operator && alice && bob);
const qor = 1_000_000n;
const texts = { title: 'A title', summary: 'What and why' };
const full = 100n * qor;
const periods = { min_deposit: full.toString(), deposit_seconds: 20, voting_seconds: 20 };
const noAuthority = { params: { account: zeroAddress } };

/** A network whose authority is governance; account 0 operates its validator with 1,000,000 QOR. */
function openGoverned(params: Readonly<Record<string, unknown>> = {}): ModuleChain {
  return openModuleChain(genesisWith({ authority: noAuthority, governance: { params: { ...periods, ...params } } }));
}

/** Sends a call in a block of its own; returns whether it succeeded. */
function send(network: ModuleChain, account: number, name: string, inputs: AbiRecord, module = 'governance'): boolean {
  const [receipt] = network.mine({ transactions: [network.call(account, module, name, inputs)] }).receipts;
  return receipt?.status === 1;
}

/** Submits a proposal of account 1; returns its number. */
function propose(network: ModuleChain, name: string, inputs: AbiRecord = {}, deposit = full): bigint {
  const proposal = BigInt(nextProposalRecord.get(network.chain.headState()));
  assert.ok(send(network, 1, name, { ...texts, ...inputs, deposit }), name);
  return proposal;
}

const vote = (network: ModuleChain, account: number, proposal: bigint, option: string) =>
  send(network, account, 'vote', { proposal, option });

function standingOf({ chain }: ModuleChain, proposal: bigint): Standing {
  const found = standings.get(chain.headState(), Number(proposal));
  assert.ok(found);
  return found;
}

const balanceOf = ({ chain }: ModuleChain, account: typeof treasury) =>
  (chain.headState().account(account)?.balance ?? 0n) / weiPerUqor;

/** Moves time past the end of all open proposals. */
const finish = (network: ModuleChain) => void network.mine({ milliseconds: 21_000 });

test('a network whose genesis names an authority is not governed until that transfers the authority', () => {
  const network = openModuleChain(genesisWith({}));
  assert.equal(authorityParams.get(network.chain.headState()).account, operator);
  assert.equal(send(network, 1, 'proposeText', { ...texts, deposit: full }), false);
  assert.ok(send(network, 0, 'moveAuthority', { to: governanceAddress }, 'authority'));
  const proposal = propose(network, 'proposeText');
  assert.ok(vote(network, 0, proposal, 'yes'));
  finish(network);
  assert.equal(standingOf(network, proposal).status, 'passed');
});

test('parameters are changed by a vote; the proposer is rewarded, the voter’s validator gains reputation', () => {
  const network = openGoverned();
  const score = () => network.query('qor_getReputationScore', toBech32(operator)) as Record<string, unknown>;
  assert.equal(score().community_votes, 0);
  const proposal = propose(network, 'proposeParams', { module: 'xqore', changes: '{"rebase_interval":50}' });
  assert.equal(balanceOf(network, governanceDeposits), full);
  assert.equal(standingOf(network, proposal).status, 'voting');
  assert.ok(vote(network, 0, proposal, 'no'));
  assert.ok(vote(network, 0, proposal, 'yes'), 'a later vote replaces the first');
  const { yes, no } = standingOf(network, proposal);
  assert.deepEqual([yes, no], [1_000_000n * qor, 0n]);
  assert.equal(send(network, 1, 'reclaim', { proposal }), false, 'not while it is open');
  const before = balanceOf(network, treasury);
  finish(network);
  assert.deepEqual([standingOf(network, proposal).status, standingOf(network, proposal).failure], ['passed', '']);
  assert.equal(xqoreParams.get(network.chain.headState()).rebase_interval, 50);
  assert.ok(before - balanceOf(network, treasury) <= 1_000n * qor, 'fees and emission only add to it');
  assert.ok(send(network, 1, 'reclaim', { proposal }));
  assert.equal(send(network, 1, 'reclaim', { proposal }), false, 'once');
  assert.equal(balanceOf(network, governanceDeposits), 0n);
  network.mine({ votes: [{ validator: developmentConsensusKey.address, signed: true }] });
  assert.deepEqual([score().community_votes, Number(score().contribution_score) > 0.13], [1, true]);
  network.assertSupply();
});

test('the treasury pays what was voted for; a payment above its balance fails and changes nothing', () => {
  const network = openGoverned();
  const paid = propose(network, 'proposeSpend', { to: bob, amount: 5n * qor });
  const tooMuch = propose(network, 'proposeSpend', { to: bob, amount: 10n ** 24n });
  const more = { ...texts, to: bob, amount: 10n ** 24n + 1n, deposit: full };
  assert.equal(send(network, 1, 'proposeSpend', more), false, 'no genesis may have it');
  openModuleChain(network.exported()).mine();
  for (const proposal of [paid, tooMuch]) assert.ok(vote(network, 0, proposal, 'yes'));
  const before = balanceOf(network, bob);
  finish(network);
  assert.equal(balanceOf(network, bob) - before, 5n * qor);
  const { status, failure } = standingOf(network, tooMuch);
  assert.deepEqual([status, failure], ['failed', 'execution reverted: authority: the treasury has less (5)']);
  assert.equal(send(network, 1, 'proposeParams', { ...texts, module: 'bank', changes: '{}', deposit: full }), false);
  network.assertSupply();
});

test('any other call of the authority can be voted for, also the end of governance', () => {
  const network = openGoverned();
  const { to, data } = moduleMessage(createAuthority({ modules: [] }), 'moveAuthority', { to: alice });
  const proposal = propose(network, 'proposeCall', { to, data });
  assert.ok(vote(network, 0, proposal, 'yes'));
  const later = propose(network, 'proposeParams', { module: 'xqore', changes: '{"rebase_interval":50}' });
  assert.ok(vote(network, 0, later, 'yes'));
  finish(network);
  assert.equal(authorityParams.get(network.chain.headState()).account, alice);
  assert.equal(standingOf(network, later).failure, 'governance is not the authority any more');
  assert.equal(send(network, 1, 'proposeText', { ...texts, deposit: full }), false);
});

test('xQORE from before a vote count by their multipliers, and stay locked until it is over', () => {
  const network = openGoverned({ voting_seconds: 600 });
  const million = 1_000_000n * qor;
  assert.ok(send(network, 4, 'lock', { amount: million }, 'xqore'));
  network.mine({ milliseconds: 181 * 86_400_000 });
  const proposal = propose(network, 'proposeText');
  assert.ok(send(network, 5, 'lock', { amount: million }, 'xqore'));
  assert.equal(vote(network, 5, proposal, 'no'), false, 'locked after the vote began');
  assert.ok(vote(network, 4, proposal, 'yes'));
  assert.equal(standingOf(network, proposal).yes, (million * 28n) / 10n, 'twice, and 1.4 times after 180 days');
  assert.ok(vote(network, 4, proposal, 'abstain'));
  assert.deepEqual(
    [standingOf(network, proposal).yes, standingOf(network, proposal).abstain],
    [0n, (million * 28n) / 10n],
  );
  assert.equal(send(network, 4, 'unlock', { amount: million }, 'xqore'), false, 'counted until the vote is over');
  assert.ok(send(network, 5, 'unlock', { amount: million }, 'xqore'), 'has not voted');
  network.mine({ milliseconds: 601_000 });
  assert.ok(send(network, 4, 'unlock', { amount: million }, 'xqore'));
  network.assertSupply();
});

test('a quorum counts locked xQORE beside bonded stake', () => {
  const network = openGoverned({ quorum: '0.5' });
  assert.ok(send(network, 4, 'lock', { amount: 600_000n * qor }, 'xqore'));
  const first = propose(network, 'proposeText');
  assert.ok(vote(network, 0, first, 'yes'));
  finish(network);
  assert.equal(standingOf(network, first).status, 'rejected', '1,000,000 of 2,200,000');
  const second = propose(network, 'proposeText');
  assert.ok(vote(network, 0, second, 'yes'));
  assert.ok(vote(network, 4, second, 'yes'));
  finish(network);
  assert.equal(standingOf(network, second).status, 'passed');
});

test('deposits come together or expire; too few votes and vetoes reject, and a veto burns', () => {
  const network = openGoverned({ quorum: '0.5' });
  const send1 = (deposit: bigint) => send(network, 1, 'proposeText', { ...texts, deposit });
  assert.equal(send1(10n * qor - 1n), false, 'a tenth at once');
  const slow = propose(network, 'proposeText', {}, 10n * qor);
  const unseen = propose(network, 'proposeText', {}, 10n * qor);
  assert.equal(vote(network, 0, slow, 'yes'), false, 'the deposit is not complete');
  assert.ok(send(network, 2, 'deposit', { proposal: slow, amount: 90n * qor }));
  assert.equal(send(network, 2, 'deposit', { proposal: slow, amount: 1n }), false);
  const hated = propose(network, 'proposeText');
  assert.ok(vote(network, 0, hated, 'no_with_veto'));
  assert.equal(vote(network, 2, slow, 'yes'), false, 'no stake, no vote');
  assert.ok(send(network, 2, 'delegate', { validator: operator, amount: 1_000n * qor }, 'staking'));
  assert.ok(vote(network, 2, slow, 'yes'));
  assert.equal(vote(network, 2, slow, 'maybe'), false);
  const supply = balanceOf(network, governanceDeposits);
  finish(network);
  const statuses = [slow, unseen, hated].map((proposal) => standingOf(network, proposal).status);
  assert.deepEqual(statuses, ['rejected', 'expired', 'vetoed']);
  assert.equal(burnTotalsBySource.get(network.chain.headState(), 'veto'), full * weiPerUqor);
  assert.equal(supply - balanceOf(network, governanceDeposits), full);
  for (const [account, proposal, isPaid] of [
    [1, slow, true],
    [2, slow, true],
    [1, unseen, true],
    [1, hated, false],
    [2, 99n, false],
  ] as const) {
    assert.equal(send(network, account, 'reclaim', { proposal }), isPaid);
  }
  assert.equal(balanceOf(network, governanceDeposits), 0n);
  network.assertSupply();
});

test('voting ends before stake that has voted is free again, and a few proposals are executed with each block', () => {
  const network = openGoverned({ voting_seconds: 10_000 });
  const changes = { module: 'xqore', changes: '{"rebase_interval":50}' };
  const executed = [1, 2, 3, 4].map(() => propose(network, 'proposeParams', changes));
  for (const proposal of executed) assert.ok(vote(network, 0, proposal, 'yes'));
  const proposals = [...executed, propose(network, 'proposeText')];
  const { submitted_time, voting_end } = standingOf(network, proposals[0] ?? 0n);
  assert.equal(voting_end - submitted_time, 20, 'unbonding takes 20 seconds');
  finish(network);
  const open = () => proposals.filter((proposal) => standingOf(network, proposal).status === 'voting').length;
  assert.equal(open(), 1, 'three are executed, and the one without effect waits for none');
  network.mine();
  assert.equal(open(), 0);
});

test('an exported chain continues with open votes, and with an authority that was ended', () => {
  const network = openGoverned();
  const proposal = propose(network, 'proposeParams', { module: 'xqore', changes: '{"rebase_interval":50}' });
  assert.ok(vote(network, 0, proposal, 'yes'));
  const again = openModuleChain(network.exported());
  assert.deepEqual(standingOf(again, proposal), standingOf(network, proposal));
  assert.equal(votes.get(again.chain.headState(), Number(proposal), operator)?.option, 'yes');
  finish(again);
  assert.equal(xqoreParams.get(again.chain.headState()).rebase_interval, 50);
  assert.ok(send(again, 1, 'reclaim', { proposal }));
  again.assertSupply();
  const ended = openModuleChain(genesisWith({}));
  assert.ok(send(ended, 0, 'moveAuthority', { to: zeroAddress }, 'authority'));
  assert.equal(authorityParams.get(openModuleChain(ended.exported()).chain.headState()).account, zeroAddress);
});

test('the verdict: quorum of all stake, veto, then yes among those who did not abstain', () => {
  const params = { ...governanceParams.defaults, quorum: parseDecimal('0.4') };
  const verdict = (yes: bigint, no: bigint, abstain: bigint, no_with_veto: bigint) =>
    verdictOf(params, { yes, no, abstain, no_with_veto }, 1_000n);
  assert.equal(verdict(0n, 0n, 0n, 0n), 'rejected');
  assert.equal(verdict(399n, 0n, 0n, 0n), 'rejected');
  assert.equal(verdict(400n, 0n, 0n, 0n), 'passed');
  assert.equal(verdict(200n, 200n, 0n, 0n), 'rejected');
  assert.equal(verdict(201n, 200n, 0n, 0n), 'passed');
  assert.equal(verdict(1n, 0n, 399n, 0n), 'passed');
  assert.equal(verdict(0n, 0n, 400n, 0n), 'rejected');
  assert.equal(verdict(666n, 0n, 0n, 334n), 'passed');
  assert.equal(verdict(665n, 0n, 0n, 335n), 'vetoed');
});
