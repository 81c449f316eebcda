import { deepStrictEqual } from 'node:assert/strict';
import { toHex } from '#qord/primitives/hex.ts';
import type { StateChanges } from '#qord/state/types.ts';
import type { JournaledState } from '#qord/state/world-state.ts';

/** Throws an AssertionError unless all that changed is the same in both states. */
export function assertSameState(left: JournaledState, right: JournaledState, changes: readonly StateChanges[]): void {
  for (const { accounts, entries } of changes) {
    for (const address of accounts.keys()) {
      const account = right.account(address);
      deepStrictEqual(left.account(address), account, `account ${address}`);
      if (account !== undefined) deepStrictEqual(left.code(account.codeHash), right.code(account.codeHash));
    }
    for (const [owner, { values }] of entries) {
      for (const key of values.keys())
        deepStrictEqual(bytes(left, owner, key), bytes(right, owner, key), `${owner} ${key}`);
    }
  }
}

function bytes(state: JournaledState, ...[owner, key]: Parameters<JournaledState['entry']>): string {
  return toHex(state.entry(owner, key) ?? new Uint8Array(0));
}
