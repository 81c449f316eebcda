import * as z from 'zod';
import { defaultCacheBytes } from '../primitives/cache-sizes.ts';
import { automaticSetting } from '../primitives/settings.ts';

/** A smaller one would not hold what one block needs. */
const smallestCacheBytes = 2 ** 23;

/** Section `[storage]`: the database. */
export const storageOptions = z.strictObject({
  durable: automaticSetting
    .prefault('auto')
    .describe(
      'Wait until a block is on disk before clients see it (3 ms); with false, a crash of the node still loses nothing, but a power loss may damage the database. auto is false on development networks of one node only.',
    ),
  'cache-size': z
    .int()
    .min(smallestCacheBytes)
    .default(defaultCacheBytes)
    .describe(
      'Bytes that all caches of state, blocks and responses take when they are full; each thread for executions, and the one for long transactions, takes up to a third of it besides. What the system keeps of the database file in free memory does not count.',
    ),
});

type StorageOptions = z.output<typeof storageOptions>;

/**
 * Whether each commit is on disk before it returns. `isDevelopment`: a development network that no other node has,
 * where nothing of value is at stake and every transaction waits for a block of its own.
 */
export function isDurable({ durable }: StorageOptions, isDevelopment: boolean): boolean {
  return durable === 'auto' ? !isDevelopment : durable === 'true';
}
