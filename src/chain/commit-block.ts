import type { ValidatorPower } from '../kernel/validator-set.ts';
import type { Steps } from '../primitives/steps.ts';
import type { StateDatabase } from '../state/state-database.ts';
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

/**
 * Writes a block with all that belongs to it in one store transaction: header, body, receipts, events, indexes, totals,
 * and the newest values, history and tree of the state. On return all of it is on disk; when it throws or the process
 * ends, nothing is. Writes already in the batch are included. All is written in the last step; the head must not change
 * before.
 */
export function* commitBlock(
  reader: Reader,
  states: StateDatabase,
  { transition, ...committed }: ExecutedBlock,
  transactionsBefore: number,
  batch = new Batch(),
): Steps<void> {
  const { header } = committed.block;
  yield* writeBlock(reader, batch, committed);
  writeTotals(batch, { head: header.number, transactions: transactionsBefore + header.transactionCount });
  yield* states.commitInSteps(transition, batch);
}
