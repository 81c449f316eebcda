import type { StateDatabase } from '../state/state-database.ts';
import type { Transition } from '../state/transition.ts';
import { Batch } from '../store/batch.ts';
import type { Reader } from '../store/types.ts';
import { writeTotals } from './storage/totals.ts';
import { writeBlock } from './storage/write-block.ts';
import type { CommittedBlock } from './types.ts';

/** A block that was executed and waits to be committed, with what it does to the state. */
export type ExecutedBlock = CommittedBlock & { readonly transition: Transition };

/**
 * Writes a block with everything that belongs to it in one store transaction: header, body, receipts, events, indexes,
 * totals, and of the state the newest values, the history and the tree. Afterwards all of it is on disk; when it throws
 * or the process dies, nothing is. What the batch holds already goes with it.
 */
export function commitBlock(
  reader: Reader,
  states: StateDatabase,
  { transition, ...committed }: ExecutedBlock,
  transactionsBefore: number,
  batch = new Batch(),
): void {
  const { header } = committed.block;
  writeBlock(reader, batch, committed);
  writeTotals(batch, { head: header.number, transactions: transactionsBefore + header.transactionCount });
  states.commit(transition, batch);
}
