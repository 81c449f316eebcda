import type { StateView, WorldState } from '../../../state/types.ts';
import { coveredDeposits, progressOf } from '../batches/batch-chain.ts';
import { depositSums, deposits, withdrawals, withdrawnSums } from '../records.ts';

/**
 * uqor that withdrawals of a rollup may still take: what its final batches cover, less what was withdrawn. The rest of
 * the escrow belongs to depositors whom no final batch covers: it is refunded when the rollup stops.
 */
export function withdrawableUqor(state: StateView, id: string): bigint {
  const count = coveredDeposits(state, id, progressOf(state, id).finalized_length);
  const left = (depositSums.get(state, id, count) ?? 0n) - (withdrawnSums.get(state, id) ?? 0n);
  return left > 0n ? left : 0n;
}

/** Counts a deposit that was just made, in uqor. Sums need no row for one that is refunded: no batch covers it any more. */
export function countDeposit(state: WorldState, id: string, index: number, amount: bigint): void {
  depositSums.set(state, (depositSums.get(state, id, index - 1) ?? 0n) + amount, id, index);
}

/** Counts a withdrawal that was just paid, in uqor. */
export function countWithdrawal(state: WorldState, id: string, amount: bigint): void {
  withdrawnSums.set(state, (withdrawnSums.get(state, id) ?? 0n) + amount, id);
}

/** Derives the sums from the deposits and withdrawals of a genesis. */
export function deriveSums(state: WorldState): void {
  let last = { id: '', sum: 0n };
  for (const [[id, index], { amount }] of [...deposits.list(state)]) {
    last = { id, sum: (last.id === id ? last.sum : 0n) + amount };
    depositSums.set(state, last.sum, id, index);
  }
  for (const [[id], { amount }] of [...withdrawals.list(state)]) countWithdrawal(state, id, amount);
}
