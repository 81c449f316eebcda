import type { EndBlockContext } from '../kernel/module.ts';
import { feeCollector, lightNodePool, rewardPool, treasury } from '../kernel/module-account.ts';
import type { CallContext } from '../kernel/module-sdk/call.ts';
import { uqorBalance } from '../kernel/module-sdk/coins.ts';
import type { NativeModule } from '../kernel/module-sdk/define-module.ts';
import { totalSupply } from '../kernel/supply.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { shareOf, zero } from '../primitives/decimal/decimal.ts';
import { weiPerUqor, weiToUqor } from '../primitives/units.ts';
import type { StateView } from '../state/types.ts';
import { createAbstractaccount } from './abstractaccount/index.ts';
import { crossvmAddress, multilayerAddress, rdkAddress, xqoreAddress } from './addresses.ts';
import { ai } from './ai/index.ts';
import { createAuthority } from './authority/index.ts';
import { isAuthority } from './authority/params.ts';
import { createBabylon } from './babylon/index.ts';
import { bank } from './bank/index.ts';
import { createBridge } from './bridge/index.ts';
import { burnCoins } from './burn/burn-coins.ts';
import { createBurn } from './burn/index.ts';
import { burnParams } from './burn/params.ts';
import { burnStats, burnStatsSchema } from './burn/queries.ts';
import { createCrossvm } from './crossvm/index.ts';
import { permissionFor } from './delegable-calls.ts';
import { createDistribution } from './distribution/index.ts';
import { addRewards, settleDelegation, settleValidator } from './distribution/rewards.ts';
import { fairblock } from './fairblock/index.ts';
import { gasabstraction } from './gasabstraction/index.ts';
import { annualRate } from './inflation/emission.ts';
import { createInflation } from './inflation/index.ts';
import { inflationParams } from './inflation/params.ts';
import { inflationRate, inflationSchema } from './inflation/queries.ts';
import { epochRecord } from './inflation/records.ts';
import { arrangeByLanes } from './lanes/arrange.ts';
import { lanes } from './lanes/index.ts';
import { laneOf } from './lanes/lane-of.ts';
import type { LaneName } from './lanes/params.ts';
import { createMultilayer } from './multilayer/index.ts';
import { moveRollupLayer, registerRollupLayer } from './multilayer/rollup-layers.ts';
import { createPqc } from './pqc/index.ts';
import { algorithms, keys } from './pqc/records.ts';
import { punish } from './qca/blocks.ts';
import { createQca } from './qca/index.ts';
import { resetPoolWeights, shiftPoolWeights } from './qca/pool-weights.ts';
import { createRdk } from './rdk/index.ts';
import { createReputation } from './reputation/index.ts';
import { reputations } from './reputation/records.ts';
import { createRlconsensus } from './rlconsensus/index.ts';
import { createStaking } from './staking/index.ts';
import * as stakes from './staking/readers.ts';
import { validators } from './staking/records.ts';
import { sharesOf } from './staking/stake.ts';
import { svm } from './svm/index.ts';
import { accounts as svmAccounts } from './svm/records.ts';
import { tokenomicsOverview } from './tokenomics.ts';
import { createXqore } from './xqore/index.ts';
import { xqoreParams } from './xqore/params.ts';
import { xqoreTotals, xqoreTotalsSchema } from './xqore/queries.ts';
import { positions } from './xqore/records.ts';

/**
 * The native modules of the chain, and what each may know of the others: no module imports another. The order is that of
 * the hooks after a block, of genesis and of documents.
 */
export function createModules(): readonly NativeModule[] {
  const modules: NativeModule[] = [
    bank, // has no hooks: moves coins for whoever calls
    createPqc(isAuthority), // keys before all that asks for them
    ai, // looks at the transactions of the block as they were
    createCrossvm(isAuthority), // runs messages before the block is judged
    createReputation({ consensusOf: stakes.consensusOf, standingOf: stakes.standingOf }), // by the votes on the parent
    createQca({
      candidates,
      exists: isValidator,
      operatorOf: stakes.operatorOf,
      holdingOf: (state, account) => ({
        staked: stakes.delegatedBy(state, account),
        xqore: positions.get(state, account)?.x_balance ?? 0n,
      }),
      reputationOf: (state, operator) => {
        const consensus = stakes.consensusOf(state, operator);
        return consensus && reputations.get(state, consensus)?.composite_score;
      },
    }),
    createBridge({ isAuthority, isActiveOperator: stakes.isActiveOperator }, chargeBridgeFee), // executes what waited
    createMultilayer(isAuthority, mlDsa87KeyOf), // hands back stakes, drops messages
    createBurn(payFeeShares), // splits the fees before anything else is paid
    createXqore(burnCoins), // shares penalties of the block
    createInflation((context, wei) => addRewards(context.state, stakes.bondedUqor(context.state), 0n, wei)),
    createDistribution({ stakeOf: stakes.stakeOfOperator, sharesOf, bonded: stakes.bondedUqor }),
    createStaking({ settleValidator, settleDelegation }, punish), // moves the active set after rewards were shared
    svm, // no hooks: holds what is on the SVM side only
    createBabylon(isAuthority, isValidator), // holds no coins: mirrors what attesters saw on Bitcoin
    createAbstractaccount(permissionFor(() => modules)), // asks what the calls of all others take
    fairblock,
    gasabstraction,
    lanes,
    createRlconsensus(isAuthority, { readFacts, shiftPools, resetPools }), // observes what all others did
    createRdk({
      isAuthority,
      isValidator: stakes.isActiveOperator,
      burnCoins,
      registerLayer: registerRollupLayer,
      moveLayer: moveRollupLayer,
    }), // makes batches final; nothing of it is observed
  ];
  modules.push(createAuthority([...modules]));
  return modules;
}

/** Whether the account operates a validator. */
function isValidator(state: StateView, operator: Address): boolean {
  return validators.get(state, operator) !== undefined;
}

/** The registered ML-DSA-87 key of an account. */
function mlDsa87KeyOf(state: StateView, account: Address): Uint8Array | undefined {
  const key = keys.get(state, account);
  const algorithm = key && algorithms.get(state, key.algorithm_id);
  if (key === undefined || algorithm === undefined || key.public_key.length === 0) return undefined;
  return algorithm.scheme === 'ml-dsa-87' && algorithm.status !== 'disabled' ? key.public_key : undefined;
}

/** The lane a transaction goes through. */
export function laneFor(state: StateView, transaction: Transaction): LaneName {
  return laneOf(state, transaction, hasPqcKey);
}

/** Lamports of a 32-byte key that is no native account; undefined when it holds none. */
export function svmOnlyLamports(state: StateView, key: Uint8Array): bigint | undefined {
  return svmAccounts.get(state, key);
}

/** Candidates of a block, by price, in the order that gives every lane its room. */
export function arrangeForBlock(
  candidates: Iterable<Transaction>,
  state: StateView,
  gasLimit: bigint,
): Iterable<Transaction> {
  return arrangeByLanes(candidates, state, gasLimit, hasPqcKey);
}

function hasPqcKey(state: StateView, account: Address): boolean {
  return keys.get(state, account) !== undefined;
}

/** Methods that no single module can answer. */
export const overviewQueries = [
  tokenomicsOverview(
    {
      burn: { schema: burnStatsSchema, isEnabled: (state) => burnParams.get(state).enabled, read: burnStats },
      inflation: {
        schema: inflationSchema,
        isEnabled: (state) => inflationParams.get(state).enabled,
        read: inflationRate,
      },
      xqore: { schema: xqoreTotalsSchema, isEnabled: (state) => xqoreParams.get(state).enabled, read: xqoreTotals },
    },
    stakes.bondedUqor,
    heldByModules,
  ),
];

/** Burns the bridge's part of its fee; the treasury gets the rest. */
function chargeBridgeFee(context: CallContext, from: Address, uqor: bigint): void {
  const wei = uqor * weiPerUqor;
  const burned = shareOf(wei, burnParams.get(context.state).bridge_burn_rate);
  burnCoins(context, from, burned, 'bridge_fee');
  context.state.transfer(from, treasury, wei - burned);
}

/** What validators and stakers get of the fees waits in the reward pool until they take it. */
function payFeeShares({ state }: EndBlockContext, validatorWei: bigint, stakerWei: bigint): void {
  state.transfer(feeCollector, rewardPool, validatorWei + stakerWei);
  addRewards(state, stakes.bondedUqor(state), validatorWei, stakerWei);
}

function candidates(state: StateView) {
  return stakes.activeValidators(state).map(({ operator, validator, delegated }) => {
    return { operator, tokens: validator.tokens, delegated, reputation: reputationOf(state, validator.consensus) };
  });
}

function reputationOf(state: StateView, consensus: Address) {
  return reputations.get(state, consensus)?.composite_score ?? zero;
}

function readFacts(state: StateView) {
  const active = stakes.activeValidators(state);
  const supply = weiToUqor(totalSupply(state));
  return {
    stakes: active.map(({ validator }) => validator.tokens),
    reputations: active.map(({ validator }) => reputationOf(state, validator.consensus)),
    ...stakes.punishments(state),
    inflationRate: annualRate(inflationParams.get(state), epochRecord.get(state), supply),
    bondedRatio: stakes.bondedRatio(state),
  };
}

function shiftPools({ state }: EndBlockContext, rpos: Parameters<typeof shiftPoolWeights>[1], dpos: typeof rpos): void {
  shiftPoolWeights(state, rpos, dpos);
}

function resetPools({ state }: EndBlockContext): void {
  resetPoolWeights(state);
}

/** uqor that modules hold: bonded, locked, in pools and in the treasury. */
function heldByModules(state: StateView): bigint {
  const accounts = [rewardPool, treasury, lightNodePool, xqoreAddress, multilayerAddress, rdkAddress, crossvmAddress];
  return accounts.reduce((sum, account) => sum + uqorBalance(state, account), stakes.stakingUqor(state));
}
