import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { createThreadClock } from '../thread-time.ts';

/**
 * A node loads this before its program. At its end, and with the signal SIGUSR2, it reports the longest turn of its main
 * thread since the last report, in milliseconds of processor time, in its error output: `longest turn: 12 ms, 3 ms of it
 * collections`. Collections are measured by the wall clock, so that other programs make them longer, not shorter.
 */

const every = 2;

/** A part of the time of the wall clock, in milliseconds. */
type Span = { readonly from: number; readonly to: number };

/** Milliseconds that the spans have in common with one of them. */
function within(all: readonly Span[], { from, to }: Span): number {
  return all.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);
}

/** The timer fires once in a turn of the event loop, at most. */
function watchTurns(): void {
  const used = createThreadClock();
  let before = { used: used(), at: performance.now() };
  let longest = { used: 0, from: 0, to: 0 };
  /** those in the longest turn, or after it: they are reported when they are over, in the same turn or in a later one */
  let collections: Span[] = [];
  setInterval(() => {
    const now = { used: used(), at: performance.now() };
    const turn = now.used - before.used;
    if (turn > longest.used) {
      longest = { used: turn, from: before.at, to: now.at };
      collections = collections.filter(({ to }) => to > before.at);
    }
    before = now;
  }, every).unref();
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ from: startTime, to: startTime + duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const report = () => {
    const collected = Math.min(within(collections, longest), longest.used);
    process.stderr.write(
      `longest turn: ${Math.round(longest.used)} ms, ${Math.round(collected)} ms of it collections\n`,
    );
    longest = { used: 0, from: 0, to: 0 };
    collections = [];
  };
  process.once('exit', report);
  process.on('SIGUSR2', () => setTimeout(report, 2 * every).unref());
}

if (isMainThread && process.platform === 'linux') watchTurns();
