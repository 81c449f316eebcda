import { feeCollector } from '../kernel/module-account.ts';
import type { Address } from '../primitives/address.ts';
import type { WorldState } from '../state/types.ts';
import type { BalanceChange } from './types.ts';

/**
 * The balances changed since the snapshot: that of the sender first, if any, then in address order. The fee collector
 * is left out: it takes part in every transaction, and what it receives follows from the receipts.
 */
export function balanceChanges(state: WorldState, snapshot: number, sender?: Address): readonly BalanceChange[] {
  const changes: BalanceChange[] = [];
  for (const [address, account] of state.accountsBefore(snapshot)) {
    const before = account?.balance ?? 0n;
    const after = state.balance(address);
    if (before !== after && address !== feeCollector) changes.push({ address, before, after });
  }
  return changes.length < 2 ? changes : changes.sort((left, right) => compare(left.address, right.address, sender));
}

function compare(left: Address, right: Address, sender: Address | undefined): number {
  if (left === sender) return -1;
  if (right === sender) return 1;
  return left < right ? -1 : 1;
}
