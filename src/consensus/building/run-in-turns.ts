import { setImmediate as nextTurn } from 'node:timers/promises';
import { endEarly, type Steps } from '../../primitives/steps.ts';
import { BlockTime } from './block-time.ts';
import type { Clock } from './clock.ts';

/** Runs the steps of a block to their end and lets other work run between them. Rejects with what a step throws. */
export async function runInTurns<Result>(steps: Steps<Result>, clock: Pick<Clock, 'elapsed'>): Promise<Result> {
  const time = new BlockTime(clock);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (mustPause(step.value, time)) await pause(step.value, time);
  }
}

/**
 * The same, unless the signal aborts or the check after a step says that the block is no longer wanted; then it
 * resolves with undefined, and no further step runs.
 */
export async function runInTurnsWhile<Result>(
  steps: Steps<Result>,
  time: BlockTime,
  signal: AbortSignal,
  isWanted: () => boolean,
): Promise<Result | undefined> {
  for (;;) {
    const step = steps.next();
    const waited = step.done === true ? undefined : step.value;
    if (mustPause(waited, time)) await pause(waited, time, signal);
    if (signal.aborted || !isWanted()) {
      endEarly(steps);
      return undefined;
    }
    if (step.done === true) return step.value;
  }
}

function mustPause(step: Promise<void> | undefined, time: BlockTime): boolean {
  return step instanceof Promise || time.isTurnOver();
}

/** Waits for the promise of the step, or for the signal; then lets other work run. */
async function pause(step: Promise<void> | undefined, time: BlockTime, signal?: AbortSignal): Promise<void> {
  if (step instanceof Promise) await settledOrAborted(step, signal);
  if (!time.isTurnOver()) return;
  time.endTurn();
  await nextTurn();
  time.beginTurn();
}

/** Waits for the promise, or for the signal. Rejects with what the promise rejects with. */
export function settledOrAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    promise.then(end, (error: unknown) => {
      signal.removeEventListener('abort', end);
      reject(error);
    });
    if (signal.aborted) end();
  });
}
