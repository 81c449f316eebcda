import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BuildStep, type BuildSteps, endEarly } from '../../chain/build-step.ts';
import { BlockTime } from './block-time.ts';
import type { Clock } from './clock.ts';

/** Called after each step with what the block is doing. */
type StepListener = (step: BuildStep) => void;

/** Runs the steps of a block to their end and lets other work run between them. Rejects with what a step throws. */
export async function runInTurns<Result>(
  steps: BuildSteps<Result>,
  clock: Pick<Clock, 'elapsed'>,
  onStep?: StepListener,
): Promise<Result> {
  const time = new BlockTime(clock);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    onStep?.(step.value);
    if (mustPause(step.value, time)) await pause(step.value, time);
  }
}

/**
 * The same, unless the signal aborts or the check after a step says that the block is no longer wanted; then it
 * resolves with undefined, and no further step runs. After the last step the check is called with undefined.
 */
export async function runInTurnsWhile<Result>(
  steps: BuildSteps<Result>,
  time: BlockTime,
  signal: AbortSignal,
  isWanted: (step: BuildStep | undefined) => boolean,
): Promise<Result | undefined> {
  for (;;) {
    const step = steps.next();
    const made = step.done === true ? undefined : step.value;
    if (mustPause(made, time)) await pause(made, time, signal);
    if (signal.aborted || !isWanted(made)) {
      endEarly(steps);
      return undefined;
    }
    if (step.done === true) return step.value;
  }
}

function mustPause(step: BuildStep | undefined, time: BlockTime): boolean {
  return step instanceof Promise || time.isTurnOver();
}

/** Waits for the promise of the step, or for the signal; then lets other work run. */
async function pause(step: BuildStep | undefined, time: BlockTime, signal?: AbortSignal): Promise<void> {
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
