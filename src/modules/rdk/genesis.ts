import { nextNumber } from '../../kernel/module-sdk/next-number.ts';
import type { RecordTable } from '../../kernel/module-sdk/record.ts';
import type { WorldState } from '../../state/types.ts';
import { progressOf } from './batches/batch-chain.ts';
import { blobCounts, blobs } from './blobs/blob-records.ts';
import { deriveSums } from './escrow/withdrawable.ts';
import { batches, deposits, progresses, rollups, rollupsByCreation, totalsRecord } from './records.ts';

/** Derives the other records of a genesis from its rollups and sums from its deposits and withdrawals, and recounts what is numbered. */
export function deriveRecords(state: WorldState): void {
  deriveSums(state);
  const all = [...rollups.list(state)];
  for (const [[id], { created_height }] of all) rollupsByCreation.set(state, true, created_height, id);
  const live = all.filter(([, { status }]) => status !== 'stopped').length;
  if (live !== totalsRecord.get(state).live) totalsRecord.set(state, { live });
  for (const [id, numbers] of numbersOf(state, batches)) {
    const progress = progressOf(state, id);
    const total_batches = nextNumber(progress.total_batches + 1, numbers) - 1;
    if (total_batches !== progress.total_batches) progresses.set(state, { ...progress, total_batches }, id);
  }
  for (const [id, numbers] of numbersOf(state, deposits)) {
    const progress = progressOf(state, id);
    const made = nextNumber(progress.deposits + 1, numbers) - 1;
    if (made !== progress.deposits) progresses.set(state, { ...progress, deposits: made }, id);
  }
  for (const [id, numbers] of numbersOf(state, blobs)) {
    const said = blobCounts.get(state, id) ?? 0;
    const count = nextNumber(said + 1, numbers) - 1;
    if (count !== said) blobCounts.set(state, count, id);
  }
}

function numbersOf<V>(state: WorldState, table: RecordTable<readonly [string, number], V>): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const [[id, number]] of table.list(state)) {
    const own = numbers.get(id);
    if (own === undefined) numbers.set(id, [number]);
    else own.push(number);
  }
  return numbers;
}
