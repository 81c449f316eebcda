/**
 * Work in steps of some milliseconds, between which other work can be done; it ends with its result. Where it yields a
 * promise, the next step waits for it, and what the promise rejects with is thrown there.
 */
export type Steps<Result> = Generator<Promise<void> | undefined, Result, undefined>;

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
