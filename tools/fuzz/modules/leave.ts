import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { operations } from '#qord/modules/bridge/records.ts';
import * as governance from '#qord/modules/governance/records.ts';
import { operators } from '#qord/modules/lightnode/records.ts';
import { layers } from '#qord/modules/multilayer/records.ts';
import { delegations, validators } from '#qord/modules/staking/records.ts';
import { uqorOfShares } from '#qord/modules/staking/stake.ts';
import { positions, voteHolds } from '#qord/modules/xqore/records.ts';
import { developmentConsensusKey } from '#qord/primitives/development-accounts.ts';
import { dueRows } from './check-queues.ts';
import { createImagination, type ImaginedCalls } from './imagined-calls.ts';
import { leaveRollups } from './leave-rollups.ts';
import type { PairedChains } from './paired-chains.ts';

/** Milliseconds between two blocks: some of them are more than the longest wait, ten years. */
const stepMs = 400 * 86_400_000;
const leastBlocks = 12;
/** More than what waits, even when a block settles one row of it. */
const mostBlocks = 100;

/**
 * Lets time pass in which nobody does anything, and then everybody leave, without effect on the chain: what still waits
 * for somebody's decision, and whose coins cannot be taken out, is told.
 */
export function leaveFaults(chains: PairedChains, modules: readonly NativeModule[]): readonly string[] {
  const late = passTime(chains, modules);
  const imagined = createImagination(modules)(chains.network);
  return [
    ...late,
    ...challengedOperations(imagined),
    ...leaveRollups(imagined),
    ...[unlockAll, reclaimDeposits, endLayers, leaveLightNodes, undelegateAll].flatMap((leave) => leave(imagined)),
  ];
}

/** Rows of queues that are due and stay, after many blocks. */
function passTime(chains: PairedChains, modules: readonly NativeModule[]): readonly string[] {
  const { chain } = chains.network;
  const votes = [{ validator: developmentConsensusKey.address, signed: true }];
  for (let block = 1; ; block++) {
    const { number, timestamp } = chain.reader.head();
    const due = dueRows(chain.headState(), modules, { seconds: timestamp, height: number });
    const late = due.filter(({ keys }) => keys.length > 0);
    if (block > leastBlocks && late.length === 0) return [];
    if (block > mostBlocks) return late.map(({ name, keys }) => `${keys.length} rows of ${name} stay due`);
    chains.mine({ time: timestamp * 1_000 + stepMs, votes, misbehaviour: [] });
  }
}

function challengedOperations({ state }: ImaginedCalls): readonly string[] {
  return [...operations.list(state)].flatMap(([[id], { status }]) =>
    status === 'challenged' ? [`the challenge of bridge operation ${id} never ends`] : [],
  );
}

function unlockAll({ state, block, call }: ImaginedCalls): readonly string[] {
  return [...positions.list(state)].flatMap(([[owner], { x_balance: amount }]) => {
    if (BigInt(voteHolds.get(state, owner) ?? 0) > block.timestamp) return [];
    return unless(call(owner, 'xqore', 'unlock', { amount }), `${owner} cannot unlock ${amount} uqor`);
  });
}

function reclaimDeposits({ state, call }: ImaginedCalls): readonly string[] {
  return [...governance.deposits.list(state)].flatMap(([[proposal, depositor]]) => {
    if (governance.standings.get(state, proposal)?.status === 'vetoed') return [];
    const failure = call(depositor, 'governance', 'reclaim', { proposal: BigInt(proposal) });
    return unless(failure, `${depositor} cannot reclaim its deposit for proposal ${proposal}`);
  });
}

/** Creators end their layers; the stake of those that had ended before is paid back by now. */
function endLayers({ state, call }: ImaginedCalls): readonly string[] {
  return [...layers.list(state)].flatMap(([[layerId], { status, stake, creator }]) => {
    if (stake === 0n) return [];
    if (status === 'decommissioned') return [`layer ${layerId} has ended and keeps ${stake} uqor`];
    const change = { layerId, newStatus: 'decommissioned', reason: '' };
    return unless(call(creator, 'multilayer', 'updateLayerStatus', change), `${creator} cannot end layer ${layerId}`);
  });
}

function leaveLightNodes({ state, call }: ImaginedCalls): readonly string[] {
  return [...operators.list(state)].flatMap(([[operator]]) =>
    unless(call(operator, 'lightnode', 'leave', {}), `${operator} cannot leave the light nodes`),
  );
}

function undelegateAll({ state, call }: ImaginedCalls): readonly string[] {
  return [...delegations.list(state)].flatMap(([[delegator, operator], shares]) => {
    const found = validators.get(state, operator);
    const amount = found === undefined ? 0n : uqorOfShares(found, shares);
    if (amount === 0n) return [];
    const undelegate = (uqor: bigint) =>
      call(delegator, 'staking', 'undelegate', { validator: operator, amount: uqor });
    const failure = call(delegator, 'distribution', 'withdrawRewards', { validator: operator }) ?? undelegate(amount);
    if (failure === undefined) return [];
    // A slash of a validator that it was redelegated from is charged before, and takes a part.
    return unless(undelegate(amount / 2n), `${delegator} cannot undelegate ${amount} uqor from ${operator}`);
  });
}

function unless(failure: string | undefined, what: string): readonly string[] {
  return failure === undefined ? [] : [`${what}: ${failure}`];
}
