import { setPriority } from 'node:os';

/** Added to the niceness of the process: blocks and short requests go first. */
const niceness = 5;

/**
 * Lets other threads go first where a priority belongs to one thread: on Linux. Elsewhere it would be that of the
 * process.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // not allowed here: the thread keeps the normal priority
  }
}
