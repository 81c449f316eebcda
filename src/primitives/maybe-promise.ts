/** A value or a promise of it: for work that is mostly synchronous and then must not cost a microtask. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: synchronously unless it is a promise. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Runs the work; `recover` gets what it throws or rejects with. */
export function recoverWith<T>(
  work: () => MaybePromise<T>,
  recover: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}

/** Work with some asynchronous steps: yields each promise (or value) it needs, and gets its value back. */
export type AsyncSteps<T> = Generator<MaybePromise<unknown>, T, unknown>;

/** Awaits one value within steps. */
export function* awaitValue<T>(value: MaybePromise<T>): AsyncSteps<T> {
  return (yield value) as T; // `runSteps` returns the settled value
}

/** Runs steps, synchronously as long as no value is a promise. */
export function runSteps<T>(steps: AsyncSteps<T>): MaybePromise<T> {
  const resume = (move: () => IteratorResult<MaybePromise<unknown>, T>): MaybePromise<T> => {
    let step = move();
    while (step.done !== true) {
      const { value } = step;
      if (value instanceof Promise) {
        return value.then(
          (settled) => resume(() => steps.next(settled)),
          (error) => resume(() => steps.throw(error)),
        );
      }
      step = steps.next(value);
    }
    return step.value;
  };
  return resume(() => steps.next());
}

/** Runs the work, then `end`, whether it succeeded or not. */
export function andFinally<T>(work: () => MaybePromise<T>, end: () => void): MaybePromise<T> {
  let value: MaybePromise<T> | undefined;
  try {
    value = work();
    return value instanceof Promise ? value.finally(end) : value;
  } finally {
    if (!(value instanceof Promise)) end();
  }
}
