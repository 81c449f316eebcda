import { statSync } from 'node:fs';
import { addressSpaceLeft } from '../primitives/address-space.ts';

/**
 * Bytes of address space for the initial map of the file. A file that outgrows its map is mapped again, and the pages of
 * the old map stay in memory: a small initial map doubles the memory of a database.
 */
export const usualMapBytes = 64 * 2 ** 30;
const smallestMapBytes = 2 ** 26;

/**
 * The size of the map for `file`: less than usual when the address space of the process is limited (`ulimit -v`), and
 * then half of what is left, because the rest of the process needs some too. It is computed, not tried: a failed map
 * ends the process. undefined: not even the file fits.
 */
export function mapSizeWithin(file: string, left = addressSpaceLeft()): number | undefined {
  if (left >= 2 * usualMapBytes) return usualMapBytes;
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  const mapSize = Math.floor(left / 2 / smallestMapBytes) * smallestMapBytes;
  return mapSize < Math.max(smallestMapBytes, 2 * size) ? undefined : Math.min(mapSize, usualMapBytes);
}
