import type { StateView, WorldState } from '../../state/types.ts';

/** Most rows of one queue that a block settles: about 30 ms of work. The others follow in the next blocks. */
const duePerBlock = 200;

/** A queue of a hook: its rows are ordered by the time or height at which they are due, the first part of their key. */
type Queue<K extends readonly [due: number, ...rest: unknown[]], V> = {
  list(state: StateView): Iterable<readonly [key: K, value: V]>;
  remove(state: WorldState, ...key: K): void;
};

/** When an entry that holds coins and could not be settled is tried again: what it holds must not be lost with it. */
export const retryAfter = { seconds: 3_600, blocks: 600 } as const;

/** The first rows of an ordered list, up to one that is not due, and at most `most`. */
export function firstDue<R>(rows: Iterable<R>, isDue: (row: R) => boolean, most = duePerBlock): readonly R[] {
  const due: R[] = [];
  if (most <= 0) return due;
  for (const row of rows) {
    if (!isDue(row)) break;
    due.push(row);
    if (due.length === most) break;
  }
  return due;
}

/** Takes the rows out of a queue that are due at `now`, the earliest first, and at most `most`. */
export function takeDue<K extends readonly [due: number, ...rest: unknown[]], V>(
  state: WorldState,
  queue: Queue<K, V>,
  now: bigint,
  most = duePerBlock,
): readonly (readonly [key: K, value: V])[] {
  const due = firstDue(queue.list(state), ([[time]]) => BigInt(time) <= now, most);
  for (const [key] of due) queue.remove(state, ...key);
  return due;
}
