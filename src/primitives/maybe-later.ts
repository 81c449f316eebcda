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
