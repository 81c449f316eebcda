import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, coins } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { lightnodeAddress } from '../addresses.ts';

/** A question asks for headers of this many blocks up to its own; the chain knows the hashes of the last 256. */
export const questionBlocks = 128;

export const lightnodeParams = paramsOf(lightnodeAddress, {
  codec: struct({
    enabled: flag,
    /** uqor that an operator must have delegated to register and to answer */
    min_delegation: coins(),
    /** blocks between two questions */
    epoch_blocks: blocks(1),
    /** blocks within which the question of an epoch can be answered */
    answer_blocks: blocks(1, questionBlocks),
  }),
  defaults: { enabled: true, min_delegation: 1_000_000_000n, epoch_blocks: 1_800, answer_blocks: 100 },
  development: { epoch_blocks: 20, answer_blocks: 15 },
  check: ({ epoch_blocks, answer_blocks }) =>
    answer_blocks > epoch_blocks ? 'answer_blocks must not be above epoch_blocks' : undefined,
});
