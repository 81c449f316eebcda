/** A value that is there at once, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;
