import { z } from 'zod';

/** Section `[storage]`: the database. */
export const storageOptions = z.strictObject({
  durable: z
    .boolean()
    .default(true)
    .describe(
      'Wait until a block is on disk before anyone is told of it; false is faster, but a power loss may cost the data.',
    ),
});
