import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** uqor that an account has bonded with validators; of very many, only what is bonded with active ones */
  delegatedBy(state: StateView, delegator: Address): bigint;
};
