import { type BlockSummary, summaryOf } from './recent-blocks.ts';
import { RowCache } from './row-cache.ts';
import { call } from './rpc.ts';
import type { Header, Hex } from './types.ts';

type Read = (Header & { readonly transactions: readonly Hex[] }) | null;

/** Summaries of blocks by height. */
export function createBlockCache(): RowCache<number, BlockSummary> {
  return new RowCache(async (height) => {
    const block = await call<Read>('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]);
    if (block === null) throw new Error(`no block ${height}`); // the chain was rewound
    return summaryOf(block);
  });
}
