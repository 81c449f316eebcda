import { readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time: on Linux of the main thread alone, elsewhere of the whole process, which counts
 * collections and compilations beside it, too.
 */
export function createThreadClock(): () => number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  const ofThread = () => Number.parseInt(readFileSync(file, 'latin1'), 10) / 1e6;
  try {
    if (ofThread() > 0) return ofThread;
  } catch {
    // another system, or one that does not tell
  }
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
