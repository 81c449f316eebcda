import type { EndBlockContext } from '../../kernel/module.ts';
import { retryAfter, takeDue } from '../../kernel/module-sdk/due.ts';
import { finalizeNext, progressOf, rejectBatch, statusOf } from './batches/batch-chain.ts';
import { returnBond } from './batches/challenge-calls.ts';
import { challengeExpiredEvent } from './events.ts';
import { rdkParams } from './params.ts';
import {
  batches,
  type Challenge,
  challengeDeadlines,
  challenges,
  inclusionHeights,
  progresses,
  windowEnds,
} from './records.ts';

/**
 * Makes the batches final that are due, at most as many as the parameters say. Half of these are reserved for batches
 * with a challenge window, so that neither kind can delay the other.
 */
export function finalizeDue(context: EndBlockContext): void {
  const most = rdkParams.get(context.state).max_batches_per_block;
  const { number, timestamp } = context.block;
  const windowsFirst = finalizeFrom(context, windowEnds, timestamp, Math.ceil(most / 2));
  const based = finalizeFrom(context, inclusionHeights, number, most - windowsFirst);
  finalizeFrom(context, windowEnds, timestamp, most - windowsFirst - based);
}

/**
 * Rejects the batches whose challenge nobody decided in time, and pays the bonds back, at most as many as batches may
 * become final in a block. Without it a silent authority would stop a rollup for ever.
 */
export function expireChallenges(context: EndBlockContext): void {
  const { state, block, settle } = context;
  const most = rdkParams.get(state).max_batches_per_block;
  for (const [key, challengedAt] of takeDue(state, challengeDeadlines, block.timestamp, most)) {
    const [, id, index] = key;
    const isSettled = settle(challengeDeadlines.name, key.join('/'), () => {
      const challenge = challenges.get(state, id, index);
      if (challenge?.challenged_at === challengedAt) expire(context, id, index, challenge);
    });
    const later = Number(block.timestamp) + retryAfter.seconds;
    if (!isSettled) challengeDeadlines.set(state, challengedAt, later, id, index);
  }
}

function expire(context: EndBlockContext, id: string, index: number, challenge: Challenge): void {
  const { state, emit } = context;
  const batch = batches.get(state, id, index);
  if (batch === undefined) return;
  challenges.remove(state, id, index);
  returnBond(context, { id, index }, challenge);
  emit(challengeExpiredEvent.log({ rollupId: id, batchIndex: BigInt(index), challenger: challenge.challenger }));
  if (statusOf(state, id, { index, batch }) === 'challenged') rejectBatch(context, id, { index, batch });
  else batches.set(state, { ...batch, status: 'rejected' }, id, index);
}

/** Tries again later to make the next batch of a rollup final: stake and deposits wait for it. */
function postpone({ state, block }: EndBlockContext, id: string): void {
  const progress = progressOf(state, id);
  const due_time = progress.due_time > 0 ? Number(block.timestamp) + retryAfter.seconds : 0;
  const due_height = progress.due_height > 0 ? Number(block.number) + retryAfter.blocks : 0;
  if (due_time > 0) windowEnds.set(state, true, due_time, id);
  if (due_height > 0) inclusionHeights.set(state, true, due_height, id);
  progresses.set(state, { ...progress, due_time, due_height }, id);
}

/** Takes them from a queue that is ordered by time; returns how many became final. */
function finalizeFrom(
  context: EndBlockContext,
  queue: typeof windowEnds | typeof inclusionHeights,
  now: bigint,
  most: number,
): number {
  const { state, settle } = context;
  let done = 0;
  for (; done < most; done++) {
    const [first] = queue.list(state);
    if (first === undefined) break;
    const [[due, id]] = first;
    if (BigInt(due) > now) break;
    queue.remove(state, due, id);
    const { due_time, due_height } = progressOf(state, id);
    if (due !== (queue === windowEnds ? due_time : due_height)) continue; // a genesis may have rows of no batch
    if (!settle(queue.name, `${due}/${id}`, () => finalizeNext(context, id)))
      settle(queue.name, `${due}/${id}`, () => postpone(context, id));
  }
  return done;
}
