import type { Log } from '../../kernel/engine.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { AssetKind } from './asset-limiter.ts';
import { burnBridged, mintBridged, moveBridged } from './ledger.ts';
import { tokenTransferEvent } from './token-events.ts';
import { tokenOf } from './tokens.ts';

/** Movements of bridged assets, each with the event of its token (ERC-20). */

type Emitting = { readonly state: WorldState; emit(log: Log): void };

/** Credits an account with what was deposited: in the token, a transfer from the zero address. */
export function mintTokens(context: Emitting, kind: AssetKind, to: Address, amount: bigint): void {
  mintBridged(context.state, kind, to, amount);
  emitTransfer(context, kind, zeroAddress, to, amount);
}

/** Destroys what an account holds; the caller has checked that it suffices. */
export function burnTokens(context: Emitting, kind: AssetKind, from: Address, amount: bigint): void {
  burnBridged(context.state, kind, from, amount);
  emitTransfer(context, kind, from, zeroAddress, amount);
}

/** Moves what an account holds; the caller has checked that it suffices. */
export function moveTokens(context: Emitting, kind: AssetKind, from: Address, to: Address, amount: bigint): void {
  moveBridged(context.state, kind, from, to, amount);
  emitTransfer(context, kind, from, to, amount);
}

function emitTransfer({ state, emit }: Emitting, kind: AssetKind, from: Address, to: Address, value: bigint): void {
  const address = tokenOf(state, kind);
  if (address !== undefined) emit({ ...tokenTransferEvent.log({ from, to, value }), address });
}
