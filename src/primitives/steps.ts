/** Work in steps of some milliseconds, between which other work can be done; it ends with its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Makes all steps at once. */
export function runToEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The items, with a pause after every `size` of them. */
export function* inSteps<T>(items: Iterable<T>, size: number, use: (item: T, index: number) => unknown): Steps<void> {
  let index = 0;
  for (const item of items) {
    use(item, index++);
    if (index % size === 0) yield;
  }
}
