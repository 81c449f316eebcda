import * as z from 'zod';

/** Section `[mempool]`: transactions that wait for a block. */
export const mempoolOptions = z.strictObject({
  'max-transactions': z
    .int()
    .min(1)
    .default(50_000)
    .describe(
      'Most waiting transactions; at most a quarter of them behind a nonce gap. When there are so many, a sender takes the places of cheaper ones until it has 16.',
    ),
  'max-bytes': z.int().min(131_072).default(268_435_456).describe('Most bytes of waiting transactions together.'),
  'max-arriving-bytes': z
    .int()
    .min(1_048_576)
    .default(67_108_864)
    .describe(
      'Most bytes of transactions of all clients together that wait to be decoded and checked, each counted as 256 more than it has; short ones take up to eight times as much memory. More get error -32005.',
    ),
  'max-arriving-bytes-per-client': z
    .int()
    .min(1_048_576)
    .default(16_777_216)
    .describe('The same for one client address.'),
  'max-pending-per-account': z
    .int()
    .min(1)
    .default(4096)
    .describe(
      'Most executable transactions of one sender. Those that waited behind a gap come on top when it is closed, up to `max-queued-per-account`: rejecting what closes the gap would leave them there.',
    ),
  'max-pending-per-delegated-account': z
    .int()
    .min(1)
    .default(1)
    .describe(
      'Most executable transactions of a sender whose account is delegated (EIP-7702), or whose delegation waits: a call of anybody may make them worthless. go-ethereum has the same.',
    ),
  'max-pending-per-token-payer': z
    .int()
    .min(1)
    .default(4)
    .describe(
      'Most transactions of a sender that pays a fee in a token: one call can move its tokens away, or choose another token, and make all of them worthless, for about what three transfers pay.',
    ),
  'max-queued-per-account': z.int().min(0).default(64).describe('Most transactions of one sender behind a nonce gap.'),
  'reject-risk-above': z
    .int()
    .min(0)
    .max(10_000)
    .default(10_000)
    .describe(
      'Risk above which this node takes no transaction into its pool: the score of its data, in basis points, as aiRiskScore returns it for calls and new contracts. 10000 = off. Other nodes may still put it into a block.',
    ),
  order: z
    .enum(['fees', 'fifo'])
    .default('fees')
    .describe('Order in the blocks that this node makes: by what is paid above the base fee, or by arrival.'),
  'price-bump': z.int().min(0).default(10).describe('Percent by which both fees must rise to replace a transaction.'),
});

export type MempoolOptions = z.output<typeof mempoolOptions>;
