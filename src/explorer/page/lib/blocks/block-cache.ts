import { RowCache } from '../node/row-cache.ts';
import { type BlockSummary, readBlocks } from './blocks.ts';

/** Summaries of blocks by height. */
export function createBlockCache(): RowCache<number, BlockSummary> {
  return new RowCache(async (height) => {
    const [block] = await readBlocks(height, 1);
    if (block === undefined) throw new Error(`no block ${height}`); // the chain was rewound
    return block;
  });
}
