import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BuildStep, BuildSteps } from '../../chain/build-step.ts';
import { BlockTime } from './block-time.ts';
import type { Clock } from './clock.ts';

/** Told what the block is doing after each step. */
type StepListener = (step: BuildStep) => void;

/** Runs the steps of a block to their end, in turns with everything else that the node does. Rejects with what a step throws. */
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
 * The same, unless the signal aborts or somebody finds out after a step that nobody wants the block any more; then it
 * resolves with undefined, and no further step is made. After the last step it is asked about undefined.
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
    if (signal.aborted || !isWanted(made)) return undefined;
    if (step.done === true) return step.value;
  }
}

function mustPause(step: BuildStep | undefined, time: BlockTime): boolean {
  return step instanceof Promise || time.isTurnOver();
}

/** Waits for what the step waits for, or for the signal; then others get their turn. */
async function pause(step: BuildStep | undefined, time: BlockTime, signal?: AbortSignal): Promise<void> {
  if (step instanceof Promise) await settledOrAborted(step, signal);
  if (!time.isTurnOver()) return;
  time.endTurn();
  await nextTurn();
  time.beginTurn();
}

function settledOrAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    void promise.then(end);
    if (signal.aborted) end();
  });
}
