import type { Address } from '../../primitives/address.ts';
import { emptyAccount } from '../../state/account.ts';
import type { Account, StateView, WorldState } from '../../state/types.ts';

/** The account; an empty one when it does not exist. */
export function accountOrNew(state: StateView, address: Address): Account {
  return state.account(address) ?? emptyAccount;
}

/** Adds 1 to the nonce of an account, which is created when missing. It wraps, as in the engine: a call has no limit. */
export function increaseNonce(state: WorldState, address: Address): void {
  const account = accountOrNew(state, address);
  state.setAccount(address, { ...account, nonce: BigInt.asUintN(64, account.nonce + 1n) });
}
