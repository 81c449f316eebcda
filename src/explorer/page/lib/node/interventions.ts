import { useEffect } from 'preact/hooks';
import { chain, followChainId } from './chain.ts';
import { type QueryState, useRpc } from './query.ts';
import type { Hex } from './types.ts';

/** What somebody has done to a development network: anvil_metadata, as far as the page reads it. */
export type Interventions = {
  readonly chainId: number;
  readonly latestBlockHash: Hex;
  /** how far blocks are ahead of the clock, in seconds */
  readonly timeShift: number;
  /** time from each block to the next, in seconds; null where blocks follow the clock */
  readonly timeStep: number | null;
  /** snapshots by id: the block of each */
  readonly snapshots: Readonly<Record<string, readonly [height: number, hash: Hex]>>;
  /** removals of blocks, newest first */
  readonly rewinds: readonly { readonly from: number; readonly to: number; readonly at: number }[];
};

/** Read with each block, and every few seconds: none of this makes a block. Nothing of other networks. */
export function useInterventions(): QueryState<Interventions> {
  const skip = chain.value?.isDevelopment !== true;
  const state = useRpc<Interventions>('hardhat_metadata', [], { live: true, every: 3_000, skip });
  const chainId = state.data?.chainId;
  useEffect(() => followChainId(chainId), [chainId]);
  return state;
}

/** `1 d 2 h`, `5 min`, `12 s`. */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [Math.floor(seconds % 60), 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
