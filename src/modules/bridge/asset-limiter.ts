import type { StateView, WorldState } from '../../state/types.ts';
import { type AssetLimit, assetLimits } from './records.ts';

/** A bridged asset. */
export type AssetKind = { readonly chain: string; readonly asset: string };

/**
 * The limits of an asset and what moved of it within the day that began then, as the limiter of its chain counts days.
 * Undefined for an asset that only has the limits of its chain.
 */
export function assetLimitOn(state: StateView, day: number, { chain, asset }: AssetKind): AssetLimit | undefined {
  const kept = assetLimits.get(state, chain, asset);
  if (kept === undefined || kept.day === day) return kept;
  return { ...kept, current_daily: 0n, attempted_daily: 0n, day };
}

/** Adds to what moved of the asset, or was attempted to move, on that day. */
export function countAsset(
  state: WorldState,
  day: number,
  { chain, asset }: AssetKind,
  moved: bigint,
  attempted: bigint,
): AssetLimit | undefined {
  const before = assetLimitOn(state, day, { chain, asset });
  if (before === undefined) return undefined;
  const { current_daily, attempted_daily } = before;
  const after = { ...before, current_daily: current_daily + moved, attempted_daily: attempted_daily + attempted };
  assetLimits.set(state, after, chain, asset);
  return after;
}
