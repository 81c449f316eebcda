import { z } from 'zod';
import { durationSetting } from '../primitives/settings.ts';

/** Section `[consensus]`: when blocks are made. */
export const consensusOptions = z.strictObject({
  'block-interval': durationSetting
    .prefault('2s')
    .describe('Time after which an empty block is made; 0s = only when transactions wait.'),
});

export type ConsensusOptions = z.output<typeof consensusOptions>;
