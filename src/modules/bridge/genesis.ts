import type { WorldState } from '../../state/types.ts';
import { balances, countersRecord, totals, validators } from './records.ts';

/** Counts anew what exists of each asset of a genesis, and its bridge validators that are not suspended. */
export function countRecords(state: WorldState): void {
  const minted = new Map<string, { readonly chain: string; readonly asset: string; readonly amount: bigint }>();
  for (const [[chain, asset], amount] of balances.list(state)) {
    const before = minted.get(`${chain}|${asset}`)?.amount ?? 0n;
    minted.set(`${chain}|${asset}`, { chain, asset, amount: before + amount });
  }
  for (const { chain, asset, amount } of minted.values()) {
    const { total_locked = 0n, total_minted = 0n } = totals.get(state, chain, asset) ?? {};
    if (total_minted !== amount) totals.set(state, { total_locked, total_minted: amount }, chain, asset);
  }
  const counters = countersRecord.get(state);
  const active = [...validators.list(state)].filter(([, validator]) => validator.active).length;
  if (active !== counters.validators) countersRecord.set(state, { ...counters, validators: active });
}
