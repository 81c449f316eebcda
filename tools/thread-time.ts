import { openSync, readSync } from 'node:fs';

/**
 * Milliseconds of processor time: on Linux of the main thread alone, elsewhere of the whole process, which counts
 * collections and compilations beside it, too.
 */
export function createThreadClock(): () => number {
  const text = Buffer.alloc(64);
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r'); // kept open: that takes longer than to read it
    const ofThread = () => {
      readSync(file, text, 0, text.length, 0);
      return Number.parseInt(text.toString('latin1'), 10) / 1e6;
    };
    if (ofThread() > 0) return ofThread;
  } catch {
    // another system, or one that does not tell
  }
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
