import type { Method, Methods } from '../method.ts';

const reads = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'eth_fillTransaction',
  'eth_pendingTransactions',
  'eth_networkId',
  'eth_getTransactionBySenderAndNonce',
  ...['getGenesisTime', 'getBlobByHash', 'getBlobsByTransactionHash'].map((name) => `anvil_${name}`),
  ...['anvil', 'hardhat'].flatMap((namespace) =>
    ['getAutomine', 'getIntervalMining', 'nodeInfo', 'metadata'].map((name) => `${namespace}_${name}`),
  ),
]);

/**
 * Marks methods that sign or change the chain. A development network signs for every client, and the keys of its
 * accounts are public: a transaction authenticates nobody there.
 */
export function guarded(methods: Methods): Methods {
  const each = Object.entries(methods).map(([name, method]): [string, Method] => [
    name,
    reads.has(name) ? method : { ...method, isGuarded: true },
  ]);
  return Object.fromEntries(each);
}
