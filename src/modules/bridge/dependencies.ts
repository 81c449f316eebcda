import type { CallContext } from '../../kernel/module-sdk/call.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
  /** whether the account operates a validator of the active set */
  operatesActiveValidator(state: StateView, account: Address): boolean;
  /** Takes the fee of a withdrawal, in uqor, from the account. */
  chargeFee(context: CallContext, from: Address, uqor: bigint): void;
};
