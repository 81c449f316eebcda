import type { CallContext } from '../../kernel/module-sdk/call.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';

/** A bridged asset, by the chain that it comes from. */
export type BridgedAsset = { readonly chain: string; readonly asset: string };

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
  /** millionths that the account holds */
  bridgedBalance(state: StateView, kind: BridgedAsset, account: Address): bigint;
  /** Moves millionths and emits the event of the token; the caller has checked that they suffice. */
  moveTokens(
    context: Pick<CallContext, 'state' | 'emit'>,
    kind: BridgedAsset,
    from: Address,
    to: Address,
    amount: bigint,
  ): void;
  /** The same without an event: for fees. */
  moveBridged(state: WorldState, kind: BridgedAsset, from: Address, to: Address, amount: bigint): void;
};
