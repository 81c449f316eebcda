import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
};
