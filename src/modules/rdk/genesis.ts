import { CodecError } from '../../kernel/codec/codec.ts';
import { nextNumber } from '../../kernel/module-sdk/next-number.ts';
import type { RecordTable } from '../../kernel/module-sdk/record.ts';
import type { WorldState } from '../../state/types.ts';
import { progressOf } from './batches/batch-chain.ts';
import { blobCounts, blobs } from './blobs/blob-records.ts';
import { deriveSums } from './escrow/withdrawable.ts';
import { batches, deposits, type Progress, progresses, rollups, rollupsByCreation, totalsRecord } from './records.ts';

/**
 * Derives the other records of a genesis from its rollups and sums from its deposits and withdrawals, and recounts what is
 * numbered. Throws a CodecError when the batches of a rollup contradict each other.
 */
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
  for (const [[id], progress] of progresses.list(state)) assertOrder(id, progress);
}

/** No more batches are final than in the chain, and no more there than were submitted. Throws a CodecError. */
function assertOrder(id: string, progress: Progress): void {
  const { total_batches, chain_length } = progress;
  const most = { chain_length: total_batches, finalized_length: chain_length, last_finalized_batch: total_batches };
  for (const name of ['chain_length', 'finalized_length', 'last_finalized_batch'] as const)
    if (progress[name] > most[name]) throw new CodecError(`must be at most ${most[name]}`, `progress.${id}.${name}`);
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
