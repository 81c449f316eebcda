import type { Address } from '../../primitives/address.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { Account, StateView, WorldState } from '../../state/contract.ts';

const newAccount: Account = { nonce: 0n, balance: 0n, codeHash: emptyCodeHash };

/** The account, or what it is before anything happened to it. */
export function accountOrNew(state: StateView, address: Address): Account {
  return state.account(address) ?? newAccount;
}

export function increaseNonce(state: WorldState, address: Address): void {
  const account = accountOrNew(state, address);
  state.setAccount(address, { ...account, nonce: account.nonce + 1n });
}
