import * as z from 'zod';
import { durationSetting } from '../primitives/settings.ts';

/** Section `[consensus]`: when blocks are produced, and by which validator. */
export const consensusOptions = z.strictObject({
  driver: z
    .enum(['auto', 'single', 'comet'])
    .default('auto')
    .describe(
      'Who makes the blocks. single: this node alone. comet: the validators of a network, through CometBFT. auto: single on development networks, comet on others.',
    ),
  'block-interval': durationSetting
    .prefault('2s')
    .describe(
      'Time after which an empty block is produced; 0s = only when transactions wait. With the driver comet, blocks while nothing waits come at most 1.75 s apart.',
    ),
  proposer: z
    .string()
    .default('')
    .describe(
      'With the driver single: account of the validator whose blocks this node produces: its operator or the address of its consensus key, in any spelling. Empty: on development networks the validator with the most stake; on other networks the node produces no blocks, because blocks carry no signature and only the operator can say whose they are.',
    ),
  'block-thread-memory': z
    .int()
    .min(0)
    .max(65_536)
    .default(512)
    .describe(
      'Heap of the thread that executes the long transactions of blocks, in megabytes. It starts when there is one. A transaction that needs more is removed from the pool. 0: no such thread; requests wait while a long transaction is executed.',
    ),
});
