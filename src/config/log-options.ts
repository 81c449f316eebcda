import * as z from 'zod';

/** Section `[log]`. */
export const logOptions = z.strictObject({
  level: z
    .enum(['error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is logged: error, warn, info (a line per block) or debug (a line per request).'),
  format: z.enum(['text', 'json']).default('text').describe('text for people, json for machines (one object a line).'),
});

export type LogOptions = z.output<typeof logOptions>;
