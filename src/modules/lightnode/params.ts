import { flag } from '../../kernel/codec/scalars.ts';
import { blocks, coins } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { lightnodeAddress } from '../addresses.ts';

/** A question asks for headers of this many blocks up to its own; the chain knows the hashes of the last 256. */
export const questionBlocks = 128;

export const lightnodeParams = paramsOf(
  lightnodeAddress,
  {
    enabled: param(flag, true),
    /** uqor that an operator must have delegated to register and to answer */
    min_delegation: param(coins(), 1_000_000_000n),
    /** blocks between two questions */
    epoch_blocks: param(blocks(1), 1_800, { development: 20 }),
    /** blocks within which the question of an epoch can be answered */
    answer_blocks: param(blocks(1, questionBlocks), 100, { development: 15 }),
  },
  ({ epoch_blocks, answer_blocks }) =>
    answer_blocks > epoch_blocks ? 'answer_blocks must not be above epoch_blocks' : undefined,
);
