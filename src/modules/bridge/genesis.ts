import type { WorldState } from '../../state/types.ts';
import { assetTotals, balances, countersRecord, operations, sources, validators } from './records.ts';
import { sourceKey } from './signed-messages.ts';

/** Recounts what exists of each asset of a genesis and is locked for it, and its validators that are not suspended. */
export function countRecords(state: WorldState): void {
  const counts = new Map<
    string,
    { readonly kind: readonly [chain: string, asset: string]; minted: bigint; locked: bigint }
  >();
  const add = (chain: string, asset: string, minted: bigint, locked: bigint) => {
    const before = counts.get(`${chain}|${asset}`) ?? { kind: [chain, asset], minted: 0n, locked: 0n };
    counts.set(`${chain}|${asset}`, { ...before, minted: before.minted + minted, locked: before.locked + locked });
  };
  for (const [[chain, asset]] of assetTotals.list(state)) add(chain, asset, 0n, 0n);
  for (const [[chain, asset], amount] of balances.list(state)) add(chain, asset, amount, amount);
  // an attested deposit that is not minted yet is locked there
  for (const [[id], { type, status, source_chain, source_tx_hash, asset, amount }] of operations.list(state)) {
    const isLocked =
      type === 'deposit' && status !== 'executed' && sources.get(state, source_chain, sourceKey(source_tx_hash)) === id;
    if (isLocked) add(source_chain, asset, 0n, amount);
  }
  for (const {
    kind: [chain, asset],
    minted: total_minted,
    locked: total_locked,
  } of counts.values()) {
    const before = assetTotals.get(state, chain, asset);
    if (before?.total_minted !== total_minted || before.total_locked !== total_locked)
      assetTotals.set(state, { total_locked, total_minted }, chain, asset);
  }
  const counters = countersRecord.get(state);
  const active = [...validators.list(state)].filter(([, validator]) => validator.active).length;
  const known = [...operations.list(state)].filter(([, { type }]) => type === 'withdrawal').length;
  const withdrawals = Math.max(counters.withdrawals, known);
  if (active !== counters.validators || withdrawals !== counters.withdrawals)
    countersRecord.set(state, { withdrawals, validators: active });
}
