const shown = 300;

/** Two answers that should be equal, as a text of some lines. */
export class Difference extends Error {
  /** @param what the question, and by which paths it was asked */
  constructor(what: string, left: string, right: string) {
    const at = firstDifference(left, right);
    const part = (text: string) => text.slice(Math.max(0, at - 60), at + shown);
    super(
      `DIFFERENCE ${what}\n  from character ${at} of ${left.length} and ${right.length}\n  one:   ${part(left)}\n  other: ${part(right)}`,
    );
  }
}

/** Throws a Difference unless the JSON of both values is equal. */
export function assertSame(what: string, left: unknown, right: unknown): void {
  const [one, other] = [JSON.stringify(left) ?? 'undefined', JSON.stringify(right) ?? 'undefined'];
  if (one !== other) throw new Difference(what, one, other);
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at;
}
