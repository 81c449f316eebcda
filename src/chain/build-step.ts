import type { Steps } from '../primitives/steps.ts';

/** The phase of a block under construction: executing transactions, or the work after them. */
type BuildPhase = 'executing' | 'finishing';

/** One step of making a block. A promise, which never rejects, must be settled before the next step. */
export type BuildStep = BuildPhase | Promise<void>;

/** The making of a block in steps, between which other work can be done. */
export type BuildSteps<Result> = Generator<BuildStep, Result>;

/** Steps of what follows the transactions. */
export function* finish<Result>(steps: Steps<Result>): BuildSteps<Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      yield 'finishing';
    }
  } finally {
    endEarly(steps);
  }
}

/** Takes no further step. */
export function endEarly(steps: Generator<unknown, unknown>): void {
  steps.return(undefined);
}
