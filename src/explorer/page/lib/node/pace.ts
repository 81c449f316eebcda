import { isIdle } from './activity.ts';

/**
 * How often a page that nobody touches renews what it shows: all that is renewed shares this, in bytes a second. A tab
 * that is left open must not cost its owner, or the node, a book a day.
 */
const idleRate = 400;

/** What a request adds to the bytes of its result: headers of HTTP, and its own text. */
const overhead = 350;

let renewed = 0;

/** Counts something that is renewed as long as it is shown; returns what ends that. */
export function countRenewed(): () => void {
  renewed++;
  return () => {
    renewed--;
  };
}

/**
 * Milliseconds until something may be read again that has this many bytes and was read at a time (performance.now):
 * none while somebody uses the page.
 */
export function waitingTime(bytes: number, readAt: number): number {
  if (!isIdle()) return 0;
  const pause = ((bytes + overhead) * Math.max(1, renewed) * 1_000) / idleRate;
  return Math.max(0, readAt + pause - performance.now());
}
