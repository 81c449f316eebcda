import type { EndBlockContext } from '../../kernel/module.ts';
import { firstDue, retryAfter } from '../../kernel/module-sdk/due.ts';
import type { Dependencies } from './dependencies.ts';
import { operations, operationsByDueTime } from './records.ts';
import { executeDeposit, expireChallenge, keep } from './settle.ts';

/** Most operations of one block; the others follow in the next. */
const maxPerBlock = 20;

/**
 * Executes the attested deposits that are due, and cancels operations whose challenge nobody decided in time. Each leaves
 * the queue, or waits in it for another time.
 */
export function executeDue(dependencies: Dependencies) {
  return (context: EndBlockContext): void => {
    const { state, block, settle } = context;
    for (const [[time, id]] of firstDue(
      operationsByDueTime.list(state),
      ([[at]]) => BigInt(at) <= block.timestamp,
      maxPerBlock,
    )) {
      const isSettled = settle(operationsByDueTime.name, id, () => {
        const operation = operations.get(state, id);
        if (operation?.status === 'challenged') expireChallenge(context, id, operation);
        else if (operation !== undefined) executeDeposit(dependencies, context, id, operation);
      });
      if (isSettled) continue;
      operationsByDueTime.remove(state, time, id);
      settle(operationsByDueTime.name, id, () => {
        const operation = operations.get(state, id);
        const later = Number(block.timestamp) + retryAfter.seconds;
        if (operation !== undefined) keep(context, id, operation, later);
      });
    }
  };
}
