/** Scores in basis points, 0 to 10,000. Only integers: every node finds the same. */
export type Assessment = { readonly score: number; readonly flags: readonly string[] };

/** Something that may be seen in a subject, and what it adds to the score. */
export type Sign<S> = { readonly flag: string; readonly points: number; readonly shows: (subject: S) => boolean };

export const maxScore = 10_000;

/** Adds up what shows, beginning from `base`. */
export function assess<S>(signs: readonly Sign<S>[], subject: S, base = 0): Assessment {
  const flags: string[] = [];
  let score = base;
  for (const { flag, points, shows } of signs) {
    if (!shows(subject)) continue;
    flags.push(flag);
    score += points;
  }
  return { score: Math.min(score, maxScore), flags };
}
