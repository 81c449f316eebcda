import type { Address } from '../primitives/address.ts';
import { changedAccounts, type Transition } from '../state/transition.ts';

/** Adds up what the removals of blocks, the newest first, change in the state. */
export class RewindChanges {
  readonly changed = new Set<Address>();
  readonly balances = new Map<Address, bigint>();

  add(removed: Pick<Transition, 'accounts' | 'entries'>): void {
    for (const address of changedAccounts(removed)) this.changed.add(address);
    for (const { address, before } of removed.accounts) {
      if (!this.balances.has(address)) this.balances.set(address, before?.account.balance ?? 0n);
    }
  }
}
