/** Appends any number of items: arguments, such as those of `push`, are limited to some ten thousand. */
export function appendAll<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}
