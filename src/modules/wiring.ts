import type { EndBlockContext } from '../kernel/module.ts';
import { feeCollector, rewardPool, treasury } from '../kernel/module-account.ts';
import type { CallContext } from '../kernel/module-sdk/call.ts';
import { moveWei } from '../kernel/pools.ts';
import { type Address, zeroAddress } from '../primitives/address.ts';
import type { Decimal } from '../primitives/decimal/decimal.ts';
import { shareOf, zero } from '../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../primitives/units.ts';
import type { StateView, WorldState } from '../state/types.ts';
import { governanceAddress } from './addresses.ts';
import { authorityParams } from './authority/params.ts';
import { burnCoins } from './burn/burn-coins.ts';
import { burnParams } from './burn/params.ts';
import { addRewards } from './distribution/rewards.ts';
import { currentEmission } from './inflation/current.ts';
import { algorithms, keys } from './pqc/records.ts';
import { resetPoolWeights, shiftPoolWeights } from './qca/pool-weights.ts';
import { countCommunityVote } from './reputation/blocks.ts';
import { reputations } from './reputation/records.ts';
import type { NetworkStatistics } from './rlconsensus/observe.ts';
import { agentRecord } from './rlconsensus/records.ts';
import * as stakes from './staking/readers.ts';
import { positions } from './xqore/records.ts';

/** Functions that `index.ts` passes to modules and that read or change several modules. */

/** The registered ML-DSA-87 key of an account; undefined when it has none that may be used. */
export function mlDsa87KeyOf(state: StateView, account: Address): Uint8Array | undefined {
  const key = keys.get(state, account);
  const algorithm = key && algorithms.get(state, key.algorithm_id);
  if (key === undefined || algorithm === undefined || key.public_key.length === 0) return undefined;
  return algorithm.scheme === 'ml-dsa-87' && algorithm.status !== 'disabled' ? key.public_key : undefined;
}

/** Burns a part of a bridge fee, in uqor, and pays the rest to the treasury. */
export function chargeBridgeFee(context: CallContext, from: Address, uqor: bigint): void {
  const wei = uqor * weiPerUqor;
  const burned = shareOf(wei, burnParams.get(context.state).bridge_burn_rate);
  burnCoins(context, from, burned, 'bridge_fee');
  context.state.transfer(from, treasury, wei - burned);
}

/** Moves the fee shares of validators and stakers to the reward pool, where they remain until withdrawn. */
export function payFeeShares({ state }: EndBlockContext, validatorWei: bigint, stakerWei: bigint): void {
  moveWei(state, feeCollector, rewardPool, validatorWei + stakerWei);
  addRewards(state, stakes.bondedUqor(state), validatorWei, stakerWei);
}

/** The active set, as qca classifies it. */
export function candidates(state: StateView) {
  return stakes.activeValidators(state).map(({ operator, validator, delegated }) => {
    return { operator, tokens: validator.tokens, delegated, reputation: reputationOf(state, validator.consensus) };
  });
}

function reputationOf(state: StateView, consensus: Address) {
  return reputations.get(state, consensus)?.composite_score ?? zero;
}

/** The statistics of other modules that PRISM reads. */
export function networkStatistics(state: StateView): NetworkStatistics {
  const active = stakes.activeValidators(state);
  return {
    stakes: active.map(({ validator }) => validator.tokens),
    reputations: active.map(({ validator }) => reputationOf(state, validator.consensus)),
    ...stakes.punishments(state),
    inflationRate: currentEmission(state, targetBlockMs(state)).annualRate,
    bondedRatio: stakes.bondedRatio(state),
  };
}

/** Milliseconds from one block to the next, as PRISM aims at them. */
export function targetBlockMs(state: StateView): number {
  return agentRecord.get(state).block_time_ms;
}

/** Changes the weights of the first two pools. */
export function shiftPools(
  { state }: Pick<EndBlockContext, 'state'>,
  rpos: Parameters<typeof shiftPoolWeights>[1],
  dpos: typeof rpos,
) {
  return shiftPoolWeights(state, rpos, dpos);
}

/** Takes back what PRISM has changed in the weights of the pools. */
export function resetPools({ state }: EndBlockContext): void {
  resetPoolWeights(state);
}

/** Distributes wei that are in the reward pool to delegators. */
export function rewardStakers({ state }: EndBlockContext, wei: bigint): void {
  addRewards(state, stakes.bondedUqor(state), 0n, wei);
}

/** What an account has bonded, in uqor, and its xQORE. */
export function holdingOf(state: StateView, account: Address): { readonly staked: bigint; readonly xqore: bigint } {
  return {
    staked: stakes.delegatedBy(state, account),
    xqore: positions.get(state, account)?.x_balance ?? 0n,
  };
}

/** Makes governance the authority where there is none. */
export function takeOffice(state: WorldState): void {
  if (authorityParams.get(state).account === zeroAddress) authorityParams.set(state, { account: governanceAddress });
}

/** Counts a vote for the validator that an account operates. */
export function countVote(state: WorldState, account: Address): void {
  const consensus = stakes.consensusOf(state, account);
  if (consensus !== undefined) countCommunityVote(state, consensus);
}

/** Reputation of the validator that an account operates; undefined when it operates none that has voted. */
export function reputationOfOperator(state: StateView, operator: Address): Decimal | undefined {
  const consensus = stakes.consensusOf(state, operator);
  return consensus && reputations.get(state, consensus)?.composite_score;
}
