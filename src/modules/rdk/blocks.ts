import type { EndBlockContext } from '../../kernel/module.ts';
import { finalizeNext } from './batch-chain.ts';
import { rdkParams } from './params.ts';
import { inclusionDues, windowEnds } from './records.ts';

/**
 * Makes the batches final that are due, at most as many as the parameters say. Half of these are reserved for batches
 * with a challenge window, so that neither kind can delay the other.
 */
export function finalizeDue(context: EndBlockContext): void {
  const most = rdkParams.get(context.state).max_batches_per_block;
  const { number, timestamp } = context.block;
  const windowsFirst = finalizeFrom(context, windowEnds, timestamp, Math.ceil(most / 2));
  const based = finalizeFrom(context, inclusionDues, number, most - windowsFirst);
  finalizeFrom(context, windowEnds, timestamp, most - windowsFirst - based);
}

/** Takes them from a queue that is ordered by time; returns how many became final. */
function finalizeFrom(
  context: EndBlockContext,
  queue: typeof windowEnds | typeof inclusionDues,
  now: bigint,
  most: number,
): number {
  const { state } = context;
  let done = 0;
  for (; done < most; done++) {
    const [first] = queue.list(state);
    if (first === undefined) break;
    const [[due, id]] = first;
    if (BigInt(due) > now) break;
    finalizeNext(context, id);
  }
  return done;
}
