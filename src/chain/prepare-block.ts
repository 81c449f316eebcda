import type { ValidatorPower } from '../kernel/validator-set.ts';
import type { Steps } from '../primitives/steps.ts';
import type { StateDatabase, TransitionRows } from '../state/state-database.ts';
import type { Transition } from '../state/transition.ts';
import { Batch } from '../store/batch.ts';
import type { Reader } from '../store/types.ts';
import { writeTotals } from './storage/totals.ts';
import { writeBlock } from './storage/write-block.ts';
import type { CommittedBlock } from './types.ts';

/** A block that was executed but not committed, with its state transition. */
export type ExecutedBlock = CommittedBlock & {
  readonly transition: Transition;
  /** how the block changes the validators of the network; empty where the chain is not given them */
  readonly validatorUpdates: readonly ValidatorPower[];
};

/** An executed block with all of its rows: only the store transaction is left. */
export type PreparedBlock = { readonly executed: ExecutedBlock; readonly rows: TransitionRows };

/**
 * Puts a block with all that belongs to it into one batch: header, body, receipts, events, indexes, totals, and the
 * newest values, history and tree of the state. Writes already in the batch are included. Nothing is written yet; the
 * head must not change before.
 */
export function* prepareBlock(
  reader: Reader,
  states: StateDatabase,
  executed: ExecutedBlock,
  transactionsBefore: number,
  batch = new Batch(),
): Steps<PreparedBlock> {
  const { header } = executed.block;
  yield* writeBlock(reader, batch, executed);
  writeTotals(batch, { head: header.number, transactions: transactionsBefore + header.transactionCount });
  return { executed, rows: yield* states.rowsInSteps(executed.transition, batch) };
}
