import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { ValidatorStake } from './rewards.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** undefined when the account operates no validator */
  stakeOf(state: StateView, operator: Address): ValidatorStake | undefined;
  sharesOf(state: StateView, delegator: Address, operator: Address): bigint;
  /** all validators, and all delegations with their shares */
  validators(state: StateView): Iterable<readonly [operator: Address, stake: ValidatorStake]>;
  delegations(state: StateView): Iterable<readonly [delegator: Address, operator: Address, shares: bigint]>;
  /** uqor bonded with validators of the active set */
  bonded(state: StateView): bigint;
};
