import { settledOrAborted } from './settled-or-aborted.ts';

/**
 * Work in steps of some milliseconds, between which other work can be done; it ends with its result. Where it yields a
 * promise, the next step waits for it, and what the promise rejects with is thrown there.
 */
export type Steps<Result> = Generator<Promise<void> | undefined, Result, undefined>;

/**
 * The steps until they end, or until the signal aborts or they are not wanted any more, which is asked before each step:
 * then no further one is taken, and the result is undefined. No promise is waited for once the signal has aborted.
 */
export function* stepsWhile<Result>(
  steps: Steps<Result>,
  signal: AbortSignal,
  isWanted: () => boolean = () => true,
): Steps<Result | undefined> {
  const next = () => steps.next();
  let advance = next;
  try {
    while (!signal.aborted && isWanted()) {
      const step = advance();
      if (step.done === true) return step.value;
      advance = next;
      try {
        yield step.value && settledOrAborted(step.value, signal);
      } catch (error) {
        advance = () => steps.throw(error);
      }
    }
    return undefined;
  } finally {
    endEarly(steps);
  }
}

/** Makes all steps at once. Throws a TypeError when one has to wait. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) throw new TypeError('work that waits for something cannot be done at once');
  }
}

/** Takes no further step. */
export function endEarly(steps: Generator<unknown, unknown>): void {
  steps.return(undefined);
}

/** The items, with a pause after every `size` of them. */
export function* inSteps<T>(items: Iterable<T>, size: number, use: (item: T, index: number) => unknown): Steps<void> {
  let index = 0;
  for (const item of items) {
    use(item, index++);
    if (index % size === 0) yield;
  }
}
