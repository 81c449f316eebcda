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
