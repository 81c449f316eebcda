import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { approvals, recoveries, signers } from './records.ts';

/** Whether as many guardians as it takes name that owner now. */
export function isApproved(state: StateView, account: Address, newOwner: Address): boolean {
  const group = signers.get(state, account);
  if (group === undefined) return false;
  const approving = group.members.filter((guardian) => approvals.get(state, account, guardian) === newOwner);
  return approving.length >= group.threshold;
}

/** Ends a recovery and drops what guardians have approved. */
export function forgetRecovery(state: WorldState, account: Address): void {
  recoveries.remove(state, account);
  for (const [[, guardian]] of [...approvals.list(state, [account])]) approvals.remove(state, account, guardian);
}
