import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { createThreadClock } from '../thread-time.ts';

/**
 * A node loads this before its program. At its end, and with the signal SIGUSR2, it reports the longest turn of its main
 * thread since the last report, in milliseconds of processor time, in its error output: `longest turn: 12 ms, 3 ms of it
 * collections`. Collections are measured by the wall clock, so that other programs make them longer, not shorter.
 */

const every = 2;

/** One turn: `collected` is the part of it in which the heap was collected. */
type Turn = { readonly used: number; readonly from: number; readonly to: number; collected: number };

/** The timer fires once in a turn of the event loop, at most. */
function watchTurns(): void {
  const used = createThreadClock();
  let before = { used: used(), at: performance.now() };
  let longest: Turn = { used: 0, from: 0, to: 0, collected: 0 };
  setInterval(() => {
    const now = { used: used(), at: performance.now() };
    const turn = now.used - before.used;
    if (turn > longest.used) longest = { used: turn, from: before.at, to: now.at, collected: 0 };
    before = now;
  }, every).unref();
  const collections = new PerformanceObserver((list) => {
    // what is delivered after a turn was in it, or in one that was shorter
    for (const { startTime, duration } of list.getEntries())
      if (startTime >= longest.from && startTime < longest.to) longest.collected += duration;
  });
  collections.observe({ entryTypes: ['gc'] });
  const report = () => {
    const { used: length, collected } = longest;
    process.stderr.write(
      `longest turn: ${Math.round(length)} ms, ${Math.round(Math.min(collected, length))} ms of it collections\n`,
    );
    longest = { used: 0, from: 0, to: 0, collected: 0 };
  };
  process.once('exit', report);
  process.on('SIGUSR2', () => setTimeout(report, 2 * every).unref());
}

if (isMainThread && process.platform === 'linux') watchTurns();
