import { z } from 'zod';
import { durationSetting } from '../primitives/settings.ts';

/** Section `[consensus]`: when blocks are made, and whose. */
export const consensusOptions = z.strictObject({
  'block-interval': durationSetting
    .prefault('2s')
    .describe('Time after which an empty block is made; 0s = only when transactions wait.'),
  proposer: z
    .string()
    .default('')
    .describe(
      'Account of the validator whose blocks this node makes: its operator or its signing address, in any spelling. Empty: on development networks the validator with the most stake; on other networks the node makes no blocks, because blocks carry no signature and nobody but the operator can say whose they are.',
    ),
});

type ConsensusOptions = z.output<typeof consensusOptions>;
