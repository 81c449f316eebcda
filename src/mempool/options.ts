import { z } from 'zod';

/** Section `[mempool]`: transactions that wait for a block. */
export const mempoolOptions = z.strictObject({
  'max-transactions': z
    .int()
    .min(1)
    .default(50_000)
    .describe('Most waiting transactions; at most a quarter of them behind a nonce gap.'),
  'max-bytes': z.int().min(131_072).default(268_435_456).describe('Most bytes of waiting transactions together.'),
  'max-pending-per-account': z.int().min(1).default(4096).describe('Most executable transactions of one sender.'),
  'max-queued-per-account': z.int().min(0).default(64).describe('Most transactions of one sender behind a nonce gap.'),
  'price-bump': z.int().min(0).default(10).describe('Percent by which both fees must rise to replace a transaction.'),
});

export type MempoolOptions = z.output<typeof mempoolOptions>;
