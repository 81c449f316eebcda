import type { ChainReader } from '../../../chain/types.ts';
import { type FeeReader, tipAt } from './block-fees.ts';

/** Number of newest blocks considered. */
const window = 20;
/** Percent of their gas that paid less. */
const percent = 60;

/** Small compared to the base fee, but enough for a replacement to offer a tenth more. */
const smallestTip = 1_000_000_000n;

/** A tip (wei per gas) that recent full blocks accepted; the smallest when none was full. */
export function suggestedTip(chain: ChainReader, fees: FeeReader): bigint {
  const head = chain.head().number;
  const tips: bigint[] = [];
  for (let height = Math.max(chain.identity.genesisHeight, head - window + 1); height <= head; height++) {
    const block = fees.at(height);
    if (block !== undefined && block.gasUsedRatio > 0.5) tips.push(tipAt(block, percent));
  }
  tips.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = tips[Math.floor(tips.length / 2)] ?? smallestTip;
  return median > smallestTip ? median : smallestTip;
}
