import type { Address } from '../../primitives/address.ts';
import { ArithmeticError } from '../../primitives/arithmetic-error.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { balances, totals } from './records.ts';

/** Balances of bridged assets: their sum equals what is locked on the other chain. */

type Asset = { readonly chain: string; readonly asset: string };

/** Millionths of an asset that the account holds. */
export function bridgedBalance(state: StateView, { chain, asset }: Asset, account: Address): bigint {
  return balances.get(state, chain, asset, account) ?? 0n;
}

/** Credits millionths of an asset to an account and counts them as minted. */
export function mintBridged(state: WorldState, kind: Asset, to: Address, amount: bigint): void {
  addToTotals(state, kind, amount);
  addToBalance(state, kind, to, amount);
}

/** Destroys what an account holds; the caller has checked that it suffices. */
export function burnBridged(state: WorldState, kind: Asset, from: Address, amount: bigint): void {
  addToTotals(state, kind, -amount);
  addToBalance(state, kind, from, -amount);
}

/** Moves what an account holds; the caller has checked that it suffices. */
export function moveBridged(state: WorldState, kind: Asset, from: Address, to: Address, amount: bigint): void {
  addToBalance(state, kind, from, -amount);
  addToBalance(state, kind, to, amount);
}

function addToTotals(state: WorldState, { chain, asset }: Asset, change: bigint): void {
  const { total_locked, total_minted } = totals.get(state, chain, asset) ?? { total_locked: 0n, total_minted: 0n };
  totals.set(state, { total_locked: total_locked + change, total_minted: total_minted + change }, chain, asset);
}

function addToBalance(state: WorldState, kind: Asset, account: Address, change: bigint): void {
  const { chain, asset } = kind;
  const amount = bridgedBalance(state, kind, account) + change;
  if (amount < 0n) throw new ArithmeticError(`${account} holds less ${chain} ${asset} than is taken`);
  if (amount === 0n) balances.remove(state, chain, asset, account);
  else balances.set(state, amount, chain, asset, account);
}
