import type { EndBlockContext } from '../../kernel/module.ts';
import { due, operations } from './records.ts';
import { executeDeposit } from './settle.ts';

/** Most operations of one block; the others follow in the next. */
const maxPerBlock = 20;

/** Executes the attested deposits that are due. */
export function executeDue(context: EndBlockContext): void {
  for (const id of dueNow(context)) {
    const operation = operations.get(context.state, id);
    if (operation !== undefined) executeDeposit(context, id, operation);
  }
}

/** The table is ordered by time, so the scan stops early. */
function dueNow({ state, block }: EndBlockContext): readonly string[] {
  const ids: string[] = [];
  for (const [[time, id]] of due.list(state)) {
    if (BigInt(time) > block.timestamp || ids.length === maxPerBlock) break;
    ids.push(id);
  }
  return ids;
}
