import type { CallContext } from '../../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../../kernel/module-sdk/coins.ts';
import type { StateView, WorldState } from '../../../state/types.ts';
import { rdkAddress } from '../../addresses.ts';
import { batchFinalizedEvent, batchRejectedEvent, stakeReturnedEvent } from '../events.ts';
import {
  type Batch,
  type BatchStatus,
  batches,
  batchesByPosition,
  depositCountsByBatch,
  inclusionHeights,
  type Progress,
  progresses,
  type Rollup,
  rollupNamed,
  rollups,
  windowEnds,
} from '../records.ts';

/** What both calls and hooks need to change batches. */
type Settling = Pick<CallContext, 'state' | 'block' | 'emit'>;

const noProgress: Progress = {
  total_batches: 0,
  chain_length: 0,
  finalized_length: 0,
  last_finalized_batch: 0,
  due_time: 0,
  due_height: 0,
  escrow: 0n,
  deposits: 0,
};

/** How far the rollup has come. */
export function progressOf(state: StateView, id: string): Progress {
  return progresses.get(state, id) ?? noProgress;
}

/** A batch and its number. */
export type NumberedBatch = { readonly index: number; readonly batch: Batch };

/** The batch at that index of the rollup's chain; undefined outside of it. */
export function batchAt(state: StateView, id: string, position: number): NumberedBatch | undefined {
  if (position < 1 || position > progressOf(state, id).chain_length) return undefined;
  const index = batchesByPosition.get(state, id, position);
  const batch = index === undefined ? undefined : batches.get(state, id, index);
  return index === undefined || batch === undefined ? undefined : { index, batch };
}

/** Current status of the batch: one that was built on a rejected batch is rejected too, without being written. */
export function statusOf(state: StateView, id: string, { index, batch }: NumberedBatch): BatchStatus {
  if (batch.status === 'finalized' || batch.status === 'rejected') return batch.status;
  return batchAt(state, id, batch.position)?.index === index ? batch.status : 'rejected';
}

/** Whether a batch of the rollup can still become final or be rejected. */
export function isSettling(
  state: StateView,
  id: string,
  { settlement_mode }: Pick<Rollup, 'settlement_mode'>,
): boolean {
  const { chain_length, finalized_length } = progressOf(state, id);
  return settlement_mode !== 'sovereign' && chain_length > finalized_length;
}

/**
 * How many deposits the batch at that place of the chain covers: those made before the batch in front of it was
 * submitted. Whoever makes a batch then knows them, however long its own submission takes.
 */
export function coveredDeposits(state: StateView, id: string, position: number): number {
  const before = batchAt(state, id, position - 1);
  return before === undefined ? 0 : (depositCountsByBatch.get(state, id, before.index) ?? 0);
}

/** Lets the batches after the last one cover no more deposits than it does. */
export function coverNoMore(state: WorldState, id: string): void {
  const { chain_length } = progressOf(state, id);
  const last = batchAt(state, id, chain_length);
  if (last !== undefined) depositCountsByBatch.set(state, coveredDeposits(state, id, chain_length), id, last.index);
}

/** Appends a batch to the chain. Once a rollup has stopped, no batch covers further deposits: they are refunded. */
export function appendBatch({ state }: Settling, id: string, { status }: Pick<Rollup, 'status'>, batch: Batch): number {
  const progress = progressOf(state, id);
  const index = progress.total_batches + 1;
  batches.set(state, batch, id, index);
  const deposits = status === 'stopped' ? coveredDeposits(state, id, batch.position) : progress.deposits;
  if (deposits > 0) depositCountsByBatch.set(state, deposits, id, index);
  batchesByPosition.set(state, index, id, batch.position);
  schedule(state, id, { ...progress, total_batches: index, chain_length: batch.position });
  return index;
}

/** Makes the first batch final that is not. There must be one. */
export function finalizeNext({ state, block, emit }: Settling, id: string): void {
  const progress = progressOf(state, id);
  const finalized_length = progress.finalized_length + 1;
  const next = batchAt(state, id, finalized_length);
  if (next === undefined) return;
  const { index, batch } = next;
  const end = { finalized_at: Number(block.number), finalized_time: Number(block.timestamp) };
  batches.set(state, { ...batch, ...end, status: 'finalized' }, id, index);
  schedule(state, id, { ...progress, finalized_length, last_finalized_batch: index });
  emit(batchFinalizedEvent.log({ rollupId: id, batchIndex: BigInt(index), finalizedAtHeight: block.number }));
  releaseStake({ state, emit }, id);
}

/** Removes the batch from the chain, and all that were built on it. */
export function rejectBatch(
  { state, emit }: Pick<Settling, 'state' | 'emit'>,
  id: string,
  { index, batch }: NumberedBatch,
): void {
  batches.set(state, { ...batch, status: 'rejected' }, id, index);
  schedule(state, id, { ...progressOf(state, id), chain_length: batch.position - 1 });
  emit(batchRejectedEvent.log({ rollupId: id, batchIndex: BigInt(index) }));
  releaseStake({ state, emit }, id);
}

/** Pays back the stake of a stopped rollup as soon as none of its batches can be shown to be wrong any more. */
export function releaseStake({ state, emit }: Pick<Settling, 'state' | 'emit'>, id: string): bigint {
  const rollup = rollupNamed(state, id);
  if (rollup?.status !== 'stopped' || rollup.held_stake === 0n || isSettling(state, id, rollup)) return 0n;
  const { creator, held_stake: returned } = rollup;
  transferUqor(state, rdkAddress, creator, returned);
  rollups.set(state, { ...rollup, held_stake: 0n }, id);
  emit(stakeReturnedEvent.log({ rollupId: id, creator, returned }));
  return returned;
}

/**
 * Writes the progress, and when the hook after a block must process the rollup again: never while its next batch is
 * challenged.
 */
export function schedule(state: WorldState, id: string, progress: Progress): void {
  if (progress.due_time > 0) windowEnds.remove(state, progress.due_time, id);
  if (progress.due_height > 0) inclusionHeights.remove(state, progress.due_height, id);
  progresses.set(state, progress, id);
  const next = batchAt(state, id, progress.finalized_length + 1)?.batch;
  const { due_time, due_height } = next?.status === 'submitted' ? next : noProgress;
  if (due_time > 0) windowEnds.set(state, true, due_time, id);
  if (due_height > 0) inclusionHeights.set(state, true, due_height, id);
  progresses.set(state, { ...progress, due_time, due_height }, id);
}
