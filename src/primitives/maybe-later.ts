/** A value that is there, or a promise of it: work that is mostly done at once, and must not cost a turn then. */
export type MaybeLater<T> = T | Promise<T>;

/** Goes on with a value at once, or when it is there. */
export function after<T, R>(value: MaybeLater<T>, goOn: (value: T) => MaybeLater<R>): MaybeLater<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Does the work; what it throws or rejects with goes to `recover`. */
export function recovering<T>(work: () => MaybeLater<T>, recover: (error: unknown) => MaybeLater<T>): MaybeLater<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}

/** Work that waits now and then: yields what it waits for, and goes on when it is there. */
export type Steps<T> = Generator<MaybeLater<unknown>, T, unknown>;

/** Waits for one value, as a part of steps. */
export function* waitFor<T>(value: MaybeLater<T>): Steps<T> {
  return (yield value) as T; // `inSteps` gives back what was yielded
}

/** Carries out steps, at once as long as nothing is later. */
export function inSteps<T>(steps: Steps<T>): MaybeLater<T> {
  const goOn = (move: () => IteratorResult<MaybeLater<unknown>, T>): MaybeLater<T> => {
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
export function ending<T>(work: () => MaybeLater<T>, end: () => void): MaybeLater<T> {
  let value: MaybeLater<T> | undefined;
  try {
    value = work();
    return value instanceof Promise ? value.finally(end) : value;
  } finally {
    if (!(value instanceof Promise)) end();
  }
}
