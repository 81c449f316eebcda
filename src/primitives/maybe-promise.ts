/** A value that is there, or a promise of it: work that is mostly done at once, and must not cost a turn then. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value at once, or when it is there. */
export function andThen<T, R>(value: MaybePromise<T>, goOn: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Does the work; what it throws or rejects with goes to `recover`. */
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

/** Work that waits now and then: yields what it waits for, and goes on when it is there. */
export type AsyncSteps<T> = Generator<MaybePromise<unknown>, T, unknown>;

/** Waits for one value, as a part of steps. */
export function* awaitValue<T>(value: MaybePromise<T>): AsyncSteps<T> {
  return (yield value) as T; // `inSteps` gives back what was yielded
}

/** Carries out steps, at once as long as nothing is later. */
export function runSteps<T>(steps: AsyncSteps<T>): MaybePromise<T> {
  const goOn = (move: () => IteratorResult<MaybePromise<unknown>, T>): MaybePromise<T> => {
    let step = move();
    while (step.done !== true) {
      const { value } = step;
      if (value instanceof Promise) {
        return value.then(
          (settled) => goOn(() => steps.next(settled)),
          (error) => goOn(() => steps.throw(error)),
        );
      }
      step = steps.next(value);
    }
    return step.value;
  };
  return goOn(() => steps.next());
}

/** Does the work, and then `end`, however it went. */
export function andFinally<T>(work: () => MaybePromise<T>, end: () => void): MaybePromise<T> {
  let value: MaybePromise<T> | undefined;
  try {
    value = work();
    return value instanceof Promise ? value.finally(end) : value;
  } finally {
    if (!(value instanceof Promise)) end();
  }
}
