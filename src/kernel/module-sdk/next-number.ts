/**
 * The number of the next record, given what a genesis says: above those of all that there are, because another record of
 * the same number would replace one.
 */
export function nextNumber(said: number, numbers: Iterable<number>): number {
  let next = said;
  for (const number of numbers) next = Math.max(next, number + 1);
  return next;
}
