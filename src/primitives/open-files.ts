import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Files that a node has open without clients, and those of each thread: a pool has as many threads as cores. */
const filesAlone = 100;
const filesPerCore = 12;

/**
 * How many connections this process can have beside its files and threads. Without a descriptor the system takes a
 * connection and closes it at once, and no thread can be started. Infinity on systems without /proc.
 */
export function mostConnections(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    const own = filesAlone + filesPerCore * availableParallelism();
    return limit === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Number(limit) - own);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
