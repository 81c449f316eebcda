/** What a block under construction is doing: executing transactions, or what follows them. */
export type BuildPhase = 'executing' | 'finishing';

/** One step of making a block. A promise, which never rejects, must be settled before the next step. */
export type BuildStep = BuildPhase | Promise<void>;

/** The making of a block in steps, between which other work can be done. */
export type BuildSteps<Result> = Generator<BuildStep, Result>;

/** Makes all steps at once. None of them may be a promise. */
export function runToEnd<Result>(steps: BuildSteps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
