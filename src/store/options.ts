import { z } from 'zod';
import { automaticSetting } from '../primitives/settings.ts';

/** Section `[storage]`: the database. */
export const storageOptions = z.strictObject({
  durable: automaticSetting
    .prefault('auto')
    .describe(
      'Wait until a block is on disk before anyone is told of it (3 ms); with false, a crash of the node still loses nothing, but a power loss may damage the database. auto is false on development networks of one node only.',
    ),
});

export type StorageOptions = z.output<typeof storageOptions>;

/**
 * Whether each commit is on disk before it returns. `isDevelopment`: a development network that no other node has,
 * where nothing of value is at stake and every transaction waits for a block of its own.
 */
export function isDurable({ durable }: StorageOptions, isDevelopment: boolean): boolean {
  return durable === 'auto' ? !isDevelopment : durable === 'true';
}
