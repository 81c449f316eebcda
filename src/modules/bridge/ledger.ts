import type { Address } from '../../primitives/address.ts';
import { ArithmeticError } from '../../primitives/arithmetic-error.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import type { AssetKind } from './asset-limiter.ts';
import { assetTotals, balances } from './records.ts';

/**
 * Balances of bridged assets: their sum is what was minted. What is locked on the other chain is counted apart, when
 * it is attested, so that a difference shows.
 */

/** Millionths of an asset that the account holds. */
export function bridgedBalance(state: StateView, { chain, asset }: AssetKind, account: Address): bigint {
  return balances.get(state, chain, asset, account) ?? 0n;
}

/** Credits millionths of an asset to an account and counts them as minted. */
export function mintBridged(state: WorldState, kind: AssetKind, to: Address, amount: bigint): void {
  addToTotals(state, kind, 0n, amount);
  addToBalance(state, kind, to, amount);
}

/** Destroys what an account holds; the caller has checked that it suffices. */
export function burnBridged(state: WorldState, kind: AssetKind, from: Address, amount: bigint): void {
  addToTotals(state, kind, 0n, -amount);
  addToBalance(state, kind, from, -amount);
}

/** Moves what an account holds; the caller has checked that it suffices. */
export function moveBridged(state: WorldState, kind: AssetKind, from: Address, to: Address, amount: bigint): void {
  addToBalance(state, kind, from, -amount);
  addToBalance(state, kind, to, amount);
}

/** Counts what is locked on the other chain, or no longer is, as its attestations say. */
export function countLocked(state: WorldState, kind: AssetKind, change: bigint): void {
  addToTotals(state, kind, change, 0n);
}

function addToTotals(state: WorldState, { chain, asset }: AssetKind, locked: bigint, minted: bigint): void {
  const { total_locked, total_minted } = assetTotals.get(state, chain, asset) ?? { total_locked: 0n, total_minted: 0n };
  assetTotals.set(state, { total_locked: total_locked + locked, total_minted: total_minted + minted }, chain, asset);
}

function addToBalance(state: WorldState, kind: AssetKind, account: Address, change: bigint): void {
  const { chain, asset } = kind;
  const amount = bridgedBalance(state, kind, account) + change;
  if (amount < 0n) throw new ArithmeticError(`${account} holds less ${chain} ${asset} than is taken`);
  if (amount === 0n) balances.remove(state, chain, asset, account);
  else balances.set(state, amount, chain, asset, account);
}
