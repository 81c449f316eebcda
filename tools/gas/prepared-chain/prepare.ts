import { weightCount } from '#qord/modules/rlconsensus/network.ts';
import { prepareGroups, preparePqcKeys, prepareSessionKeys, prepareSvm } from './accounts.ts';
import { prepareBridge } from './bridges.ts';
import { economySections, operators, prepareBitcoin, prepareEconomy, prepareQueues } from './economy.ts';
import { prepareGovernance } from './governance.ts';
import { prepareLayers } from './layers.ts';
import { openPreparedChain } from './prepared-chain.ts';
import { prepareRollups } from './rollups.ts';

/** A chain on which every module has records, and calls on the state of its head, by native. */
export function prepareChain() {
  const { world, ...rest } = openPreparedChain(economySections(), operators);
  prepareGroups(world);
  prepareEconomy(world);
  prepareBridge(world);
  preparePqcKeys(world);
  prepareSessionKeys(world);
  prepareSvm(world);
  prepareBitcoin(world);
  prepareQueues(world, weightCount);
  prepareRollups(world);
  prepareLayers(world);
  prepareGovernance(world);
  return { chain: world.chain, ...rest };
}
