/** Scores in basis points, 0 to 10,000. Only integers, so that every node computes the same. */
export type Assessment = { readonly score: number; readonly flags: readonly string[] };

/** A pattern to look for in a subject, and the points it adds to the score. */
export type Indicator<S> = {
  readonly flag: string;
  readonly points: number;
  readonly matches: (subject: S) => boolean;
};

export const maxScore = 10_000;

/** Adds up the points of the indicators that match, beginning from `base`. */
export function assess<S>(indicators: readonly Indicator<S>[], subject: S, base = 0): Assessment {
  const flags: string[] = [];
  let score = base;
  for (const { flag, points, matches } of indicators) {
    if (!matches(subject)) continue;
    flags.push(flag);
    score += points;
  }
  return { score: Math.min(score, maxScore), flags };
}
