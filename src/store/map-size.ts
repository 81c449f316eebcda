import { readFileSync, statSync } from 'node:fs';

/**
 * Bytes of address space the file is mapped into at first. When it outgrows them it is mapped anew, and the pages of the
 * map before stay in memory too: begun small, that doubles what a database takes.
 */
export const usualMapSize = 64 * 2 ** 30;
const smallestMapSize = 2 ** 26;

/**
 * How much of the address space to map `file` into: less than usual when the system gives the process less (`ulimit -v`),
 * and then half of what is left, because everything else needs some too. It is worked out, not tried: a refused map ends
 * the process. undefined: not even the file fits.
 */
export function mapSizeWithin(file: string, left = addressSpaceLeft()): number | undefined {
  if (left >= 2 * usualMapSize) return usualMapSize;
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  const mapSize = Math.floor(left / 2 / smallestMapSize) * smallestMapSize;
  return mapSize < Math.max(smallestMapSize, 2 * size) ? undefined : Math.min(mapSize, usualMapSize);
}

/** Bytes of address space the system would still give this process. Systems without /proc do not say. */
function addressSpaceLeft(): number {
  try {
    const [, limit] = /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (limit === undefined) return Number.POSITIVE_INFINITY;
    const [, used] = /^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(limit) - Number(used ?? 0) * 1024;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
