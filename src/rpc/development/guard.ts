import type { Method, Methods } from '../types.ts';

/** Methods that only tell something. */
const reads = new Set([
  'eth_accounts',
  'eth_fillTransaction',
  'eth_pendingTransactions',
  ...['anvil', 'hardhat'].flatMap((namespace) =>
    ['getAutomine', 'getIntervalMining', 'nodeInfo', 'metadata'].map((name) => `${namespace}_${name}`),
  ),
]);

/**
 * Marks what signs or changes the chain. A development network signs for whoever asks, and everybody knows the keys of
 * its accounts: a transaction proves nothing there either.
 */
export function guarded(methods: Methods): Methods {
  const each = Object.entries(methods).map(([name, method]): [string, Method] => [
    name,
    reads.has(name) ? method : { ...method, isGuarded: true },
  ]);
  return Object.fromEntries(each);
}
