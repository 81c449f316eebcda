import assert from 'node:assert/strict';
import { homePaths } from '../config/home.ts';
import { totalSupply } from '../kernel/supply.ts';
import { allAccounts } from '../state/all-accounts.ts';
import { StateDatabase } from '../state/state-database.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';

/**
 * Asserts, on the home of a closed node, that the supply that the chain counts is the sum of all balances, to the last
 * wei.
 */
export async function assertSupplyIsSumOfBalances(home: string): Promise<void> {
  const store = openLmdbStore(homePaths(home).dataFolder, { durable: true });
  let sum = 0n;
  for (const [, { balance }] of allAccounts(store)) sum += balance;
  assert.equal(totalSupply(new StateDatabase(store).head), sum);
  await store.close();
}
