import type { NativeModule } from '../kernel/module-sdk/define-module.ts';
import { moduleCall, moduleMessage } from '../kernel/module-sdk/module-message.ts';
import { createAbstractaccount } from './abstractaccount/index.ts';
import { governanceAddress } from './addresses.ts';
import { ai } from './ai/index.ts';
import { createAuthority } from './authority/index.ts';
import { isAuthority } from './authority/params.ts';
import { createBabylon } from './babylon/index.ts';
import { bank } from './bank/index.ts';
import { createBridge } from './bridge/index.ts';
import { bridgedBalance, moveBridged } from './bridge/ledger.ts';
import { moveTokens } from './bridge/token-moves.ts';
import { burnCoins } from './burn/burn-coins.ts';
import { createBurn } from './burn/index.ts';
import { createCrossvm } from './crossvm/index.ts';
import { permissionFor } from './delegable-calls.ts';
import { createDistribution } from './distribution/index.ts';
import { settleDelegation, settleValidator } from './distribution/rewards.ts';
import { fairblock } from './fairblock/index.ts';
import { createGasabstraction } from './gasabstraction/index.ts';
import { createGovernance } from './governance/index.ts';
import { createInflation } from './inflation/index.ts';
import { lanes } from './lanes/index.ts';
import { createLightnode } from './lightnode/index.ts';
import { createMultilayer } from './multilayer/index.ts';
import { moveRollupLayer, registerRollupLayer, updateRollupLayer } from './multilayer/rollup-layers.ts';
import { isProtected } from './pqc/hybrid.ts';
import { createPqc } from './pqc/index.ts';
import { punish } from './qca/blocks.ts';
import { createQca } from './qca/index.ts';
import { createRdk } from './rdk/index.ts';
import { startReputation } from './reputation/blocks.ts';
import { createReputation } from './reputation/index.ts';
import { createRlconsensus } from './rlconsensus/index.ts';
import { createStaking } from './staking/index.ts';
import * as stakes from './staking/readers.ts';
import { svm } from './svm/index.ts';
import * as svmAccounts from './svm/transfers.ts';
import * as wiring from './wiring.ts';
import { createXqore } from './xqore/index.ts';
import { holdForVote, votesOf, votesOfAll } from './xqore/votes.ts';

/**
 * The native modules of the chain, each with what it needs of the others: no module imports another. The order is that
 * of the hooks after a block, of genesis and of documents.
 */
export function createModules(): readonly NativeModule[] {
  const modules: NativeModule[] = [
    bank, // has no hooks
    createPqc({ isAuthority }), // its keys come before everything that reads them
    ai, // assesses the transactions of the block as they were
    createCrossvm({ isAuthority, svmAccounts }), // runs messages before the block is assessed
    createReputation({ consensusOf: stakes.consensusOf, standingOf: stakes.standingOf }), // by the votes on the parent
    createQca({
      candidates: wiring.candidates,
      operatesValidator: stakes.operatesValidator,
      operatorOf: stakes.operatorOf,
      holdingOf: wiring.holdingOf,
      reputationOf: wiring.reputationOfOperator,
    }),
    createBridge({
      isAuthority,
      activePowerOf: stakes.activePowerOf,
      activePower: stakes.bondedUqor,
      isProtected,
      chargeFee: wiring.chargeBridgeFee,
    }), // executes operations that are due
    createMultilayer({ isAuthority, mlDsa87KeyOf: wiring.mlDsa87KeyOf }), // returns stakes, drops messages
    createBurn({ payRewards: wiring.payFeeShares }), // splits the fees before anything else is paid
    createXqore({ burnCoins }), // distributes the penalties of the block
    createInflation({ rewardStakers: wiring.rewardStakers, targetBlockMs: wiring.targetBlockMs }),
    createDistribution(stakes.rewardStakes),
    createStaking({ rewards: { settleValidator, settleDelegation }, penaltyFor: punish, burnCoins, startReputation }), // changes the active set last
    svm, // has no hooks
    createBabylon({ isAuthority, operatesValidator: stakes.operatesValidator }), // mirrors Bitcoin; holds no coins
    createAbstractaccount({ permissionFor: permissionFor(() => modules), isProtected }), // reads the calls of all other modules
    fairblock,
    createGasabstraction({ isAuthority, bridgedBalance, moveBridged, moveTokens }),
    lanes,
    createRlconsensus({
      isAuthority,
      networkStatistics: wiring.networkStatistics,
      maxValidators: stakes.maxValidators,
      shiftPools: wiring.shiftPools,
      resetPools: wiring.resetPools,
    }), // observes the results of all other modules
    createRdk({
      isAuthority,
      operatesActiveValidator: stakes.operatesActiveValidator,
      burnCoins,
      registerLayer: registerRollupLayer,
      updateLayer: updateRollupLayer,
      moveLayer: moveRollupLayer,
    }), // finalizes batches; nothing else reads them
    createLightnode({ delegatedBy: stakes.delegatedBy }), // shares what burn has paid to its pool
  ];
  const governance = governanceOf(() => authority);
  const authority: NativeModule = createAuthority({ modules: [...modules, governance] });
  modules.push(authority, governance); // governance takes the office that the genesis of the authority leaves vacant
  return modules;
}

/** The module of proposals, which act through the office of the authority. */
function governanceOf(office: () => NativeModule): NativeModule {
  return createGovernance({
    holdsOffice: (state) => isAuthority(state, governanceAddress),
    takeOffice: wiring.takeOffice,
    messageOf: ({ name, values }) => moduleMessage(office(), name, values),
    faultOf: (context, { name, values }) =>
      moduleCall(office(), name).fault({ ...context, caller: governanceAddress, value: 0n }, values),
    activeStakeOf: stakes.activeStakeOf,
    votingStake: (state) => stakes.bondedUqor(state) + votesOfAll(state),
    lockedVotesOf: votesOf,
    holdForVote,
    unbondingSeconds: stakes.unbondingSeconds,
    burnCoins,
    countVote: wiring.countVote,
  });
}
