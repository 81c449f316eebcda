import { readFileSync } from 'node:fs';

/**
 * Starts a count of the CPU time of this process with all its threads; the function returns the milliseconds since
 * then. For bounds on work: unlike the time that passes, it hardly depends on what else the machine does.
 */
export function startCpuTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

const schedule = '/proc/thread-self/schedstat';

/**
 * The same of this thread alone, where the system tells it (Linux): without the threads that collect garbage beside it,
 * which take longer when they wait for each other. It may lag by a tick of the system, a few milliseconds.
 */
export function startThreadTime(): () => number {
  const start = threadMs();
  if (start === undefined) return startCpuTime();
  return () => (threadMs() ?? start) - start;
}

/** The first number is the nanoseconds that the thread has run. */
function threadMs(): number | undefined {
  try {
    return Number(readFileSync(schedule, 'ascii').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}
