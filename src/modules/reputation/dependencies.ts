import type { Address } from '../../primitives/address.ts';
import type { Decimal } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** address of the signing key of an operator's validator */
  consensusOf(state: StateView, operator: Address): Address | undefined;
  /** part of all bonded stake that is bonded with the validator, and how often it was slashed */
  standingOf(
    state: StateView,
    consensus: Address,
  ): { readonly stakeShare: Decimal; readonly slashes: number } | undefined;
};
