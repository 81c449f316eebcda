import type { CallContext } from '../../kernel/module-sdk/call.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
  /** uqor bonded with the validator that the account operates; 0 for one outside of the active set, and for others */
  activePowerOf(state: StateView, account: Address): bigint;
  /** uqor bonded with the whole active set */
  activePower(state: StateView): bigint;
  /** whether an account acts by hybrid transactions only, so that what its ECDSA key alone signs moves nothing of it */
  isProtected(state: StateView, account: Address): boolean;
  /** Takes the fee of a withdrawal, in uqor, from the account. */
  chargeFee(context: CallContext, from: Address, uqor: bigint): void;
};
