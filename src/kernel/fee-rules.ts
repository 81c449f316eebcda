import type { Address } from '../primitives/address.ts';
import type { StateView, WorldState } from '../state/types.ts';
import type { SignatureRejection } from './signature-rules.ts';

/** The properties of a transaction or call that determine its fee. */
export type FeePayer = { readonly sender: Address; readonly to: Address | undefined; readonly data: Uint8Array };

/** The amount that an account with another fee token can pay now. */
export type FeeFunds = {
  /** most wei of fees */
  readonly wei: bigint;
  /** why it is not more */
  readonly shortage: SignatureRejection;
};

/** A fee that was charged in another token. */
export type FeePayment = {
  /**
   * Ends the payment after the execution, whatever became of it: gives back the part of the charged fee that was not
   * used, in wei. Until then nobody can take what was charged.
   */
  settle(state: WorldState, unused: bigint): void;
};

/**
 * Fees in other tokens than QOR. A native module decides: these are rules of consensus, pure functions of the
 * transaction and the state. The fee collector always receives QOR; the module pays them and takes the token.
 */
export interface FeeRules {
  /** the native modules whose records these rules read */
  readonly readsOf: readonly Address[];
  /** undefined when the sender pays in QOR */
  fundsOf(state: StateView, payer: FeePayer): FeeFunds | undefined;
  /** The amount that all accounts with other fee tokens can pay together; the mempool has to divide it among them. */
  liquidity(state: StateView): FeeFunds;
  /**
   * Charges a fee that the funds cover and pays it to `collector`; undefined, and no change, when the sender pays in
   * QOR.
   */
  charge(state: WorldState, payer: FeePayer, wei: bigint, collector: Address): FeePayment | undefined;
}
