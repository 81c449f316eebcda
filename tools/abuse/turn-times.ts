import { isMainThread } from 'node:worker_threads';
import { createThreadClock } from '../thread-time.ts';

/**
 * A node loads this before its program. At its end, and with the signal SIGUSR2, it reports the longest turn of its main
 * thread since the last report, in milliseconds of processor time, in its error output: `longest turn: 12 ms`.
 */

const every = 2;

/** The timer fires once in a turn of the event loop, at most. */
function watchTurns(): void {
  const used = createThreadClock();
  let before = used();
  let longest = 0;
  setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  }, every).unref();
  const report = () => {
    process.stderr.write(`longest turn: ${Math.round(longest)} ms\n`);
    longest = 0;
  };
  process.once('exit', report);
  process.on('SIGUSR2', () => setTimeout(report, 2 * every).unref());
}

if (isMainThread && process.platform === 'linux') watchTurns();
