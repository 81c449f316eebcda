import type { Address } from '../../primitives/address.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { countHeld, moveWei, payWei } from '../pools.ts';

/** Modules count in uqor, the ledger in wei: only these functions convert. */

/** The balance of the account in whole uqor. */
export function uqorBalance(state: StateView, account: Address): bigint {
  return (state.account(account)?.balance ?? 0n) / weiPerUqor;
}

/** Throws an InsufficientBalanceError and changes nothing when `from` has less. */
export function transferUqor(state: WorldState, from: Address, to: Address, uqor: bigint): void {
  moveWei(state, from, to, uqor * weiPerUqor);
}

/** Pays an account that somebody has chosen: coins for a pool of the chain are a gift. */
export function payUqor(state: WorldState, from: Address, to: Address, uqor: bigint): void {
  payWei(state, from, to, uqor * weiPerUqor);
}

/** New coins, counted as minted. */
export function mintUqor(state: WorldState, to: Address, uqor: bigint): void {
  state.mint(to, uqor * weiPerUqor);
  countHeld(state, to, uqor * weiPerUqor);
}
