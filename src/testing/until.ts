import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '../primitives/maybe-promise.ts';

/** Checks at consecutive turns of the event loop, before a condition that is there at once is checked less often. */
const turns = 10_000;

/**
 * Waits until `find` returns something other than false, null and undefined, and returns it. Throws an Error that names
 * `what` it waited for after `limitMs`: a time that only something that has stalled needs, however busy the machine is.
 */
export async function until<T>(
  find: () => MaybePromise<T>,
  what: string,
  limitMs = 180_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + limitMs;
  for (let tries = 0; ; tries++) {
    const finding = find();
    const found = await finding;
    if (found !== false && found !== null && found !== undefined) return found as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms for ${what}`);
    if (finding instanceof Promise || tries >= turns) await sleep(Math.min(5 + tries, 50));
    else await nextTurn();
  }
}
