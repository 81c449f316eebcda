import { setImmediate as nextTurn } from 'node:timers/promises';
import { BlockTime } from './block-time.ts';
import type { Clock } from './clock.ts';

/**
 * Runs the steps of a block to their end, in turns with everything else that the node does. Rejects with what a step throws.
 * `onStep` is told what the block is doing after each step.
 */
export async function runInTurns<Step, Result>(
  steps: Generator<Step, Result>,
  clock: Pick<Clock, 'elapsed'>,
  onStep?: (step: Step) => void,
): Promise<Result> {
  const time = new BlockTime(clock);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    onStep?.(step.value);
    if (!time.isTurnOver()) continue;
    time.endTurn();
    await nextTurn();
    time.beginTurn();
  }
}
