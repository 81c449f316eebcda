import assert from 'node:assert/strict';
import type { BalanceChange, Receipt } from '#qord/chain/types.ts';
import { feeCollector } from '#qord/kernel/module-account.ts';
import type { AccountTransition } from '#qord/state/transition.ts';

/** Asserts that receipts, and the changes by the block itself, tell all that has become of balances. Of the fee collector they do not. */
export function assertBalanceChanges(
  changed: readonly AccountTransition[],
  receipts: readonly Receipt[],
  hookChanges: readonly BalanceChange[],
): void {
  const told = new Map<string, bigint>();
  for (const { address, before, after } of [
    ...receipts.flatMap(({ balanceChanges }) => balanceChanges),
    ...hookChanges,
  ])
    told.set(address, (told.get(address) ?? 0n) + after - before);
  for (const { address, before, after } of changed) {
    if (address === feeCollector) continue;
    const change = (after?.account.balance ?? 0n) - (before?.account.balance ?? 0n);
    assert.equal(told.get(address) ?? 0n, change, `what a block tells of the balance of ${address}`);
    told.delete(address);
  }
  for (const [address, change] of told) assert.equal(change, 0n, `the balance of ${address}, which is as it was`);
}
