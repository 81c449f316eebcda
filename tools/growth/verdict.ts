import type { Cost } from './measure-reads.ts';

/** Numbers of records that are compared. */
export const counts = [10, 1_000, 10_000] as const;

/** What one subject took at each count, and whether it may grow. */
export type Measured = {
  readonly subject: string;
  /** `block`: nobody pays for it; `call`: gas does; `method`: its caller waits; `list`: the caller chooses how much */
  readonly kind: 'block' | 'call' | 'method' | 'list';
  readonly costs: readonly Cost[];
};

export type Verdict = 'flat' | 'paid' | 'list' | 'grows';

/** A tree of a thousand times as many records is deeper by a few nodes: less than twice the work. */
export const mostGrowth = 2;
/** Differences that are noise, in milliseconds; of a whole block, which also writes, more. */
const noise = { block: 4, call: 0.5, method: 0.5, list: 0.5 } as const;
/** Gas that pays for a millisecond at least: half of the 40 million a second that blocks are planned with. */
const gasPerMs = 20_000;
/** Rows that more records may add: those of deeper searches. */
const noiseRows = 16;

/** Whether the subject took more with more records than the logarithm of their number explains, and who pays for that. */
export function verdictOf({ kind, costs }: Measured): Verdict {
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('nothing was measured');
  const moreRows = (last.rows ?? 0) - (first.rows ?? 0) * mostGrowth;
  const moreMs = last.ms - first.ms * mostGrowth;
  if (moreRows <= noiseRows && moreMs <= noise[kind]) return 'flat';
  if (kind === 'list') return 'list';
  const paidMs = ((last.gas ?? 0) - (first.gas ?? 0)) / gasPerMs;
  return kind === 'call' && paidMs >= moreMs - noise.call ? 'paid' : 'grows';
}
