import type { Address } from '../../primitives/address.ts';
import type { Decimal } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import type { Candidate } from './blocks.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** The active set. */
  candidates(state: StateView): readonly Candidate[];
  /** whether the account operates a validator, active or not */
  operatesValidator(state: StateView, account: Address): boolean;
  /** operator of the validator that signs with a key */
  operatorOf(state: StateView, consensus: Address): Address | undefined;
  /** uqor that an account has bonded, and xQORE it holds */
  holdingOf(state: StateView, account: Address): { readonly staked: bigint; readonly xqore: bigint };
  /** Reputation of the validator that the account operates; undefined when it operates none that has voted. */
  reputationOf(state: StateView, operator: Address): Decimal | undefined;
};
