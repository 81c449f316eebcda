import assert from 'node:assert/strict';
import { heldCoins, type Pool } from '../../kernel/pools.ts';
import { toBech32 } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';

/**
 * Asserts, after a block, that every account in which a module holds coins for others has what its records say, to the
 * last wei: gifts have left it.
 */
export function assertPools(state: StateView, pools: readonly Pool[]): void {
  for (const { account, owed } of pools) {
    const owes = owed(state);
    assert.equal(state.account(account)?.balance ?? 0n, owes, `what ${toBech32(account)} has and owes`);
    assert.equal(heldCoins.get(state, account) ?? owes, owes, `what ${toBech32(account)} counts`);
  }
}
