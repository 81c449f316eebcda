import type { Context } from '../../kernel/module.ts';
import { basedDelay } from './batch-calls.ts';
import { batchAt, progressOf, schedule } from './batch-chain.ts';
import { batches, rollups } from './records.ts';

/** Heights begin anew with a chain that goes on from an export: a based batch in it waits no longer than a new one would. */
export function resumeBased({ state, block }: Context): void {
  const latest = Number(block.number) + basedDelay;
  for (const [[id], rollup] of [...rollups.list(state)]) {
    if (rollup.settlement_mode !== 'based') continue;
    const progress = progressOf(state, id);
    for (let position = progress.finalized_length + 1; position <= progress.chain_length; position++) {
      const waiting = batchAt(state, id, position);
      if (waiting === undefined || waiting.batch.due <= latest) continue;
      batches.set(state, { ...waiting.batch, due: latest }, id, waiting.index);
    }
    schedule(state, id, rollup, progress);
  }
}
