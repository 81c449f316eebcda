import type { ChainReader } from '../../../chain/types.ts';
import { effectiveGasPrice } from '../../../kernel/transaction/transaction.ts';
import { GenerationalCache } from '../../../primitives/generational-cache.ts';

/** The fees of one block. Prices in wei per gas. */
export type BlockFees = {
  readonly baseFee: bigint;
  /** gas used / gas limit */
  readonly gasUsedRatio: number;
  readonly gasUsed: bigint;
  /** what each transaction paid on top of the base fee, lowest first */
  readonly tips: readonly Tip[];
};

type Tip = { readonly tip: bigint; readonly gasUsed: bigint };

/** Blocks kept: somewhat more than one eth_feeHistory may request. */
const cacheSize = 1_200;

/** Fees of blocks, read once. */
export class FeeReader {
  readonly #chain: ChainReader;
  readonly #known = new GenerationalCache<number, BlockFees>(cacheSize, () => 1);

  constructor(chain: ChainReader) {
    this.#chain = chain;
  }

  clear(): void {
    this.#known.clear();
  }

  /** undefined for a height without block */
  at(height: number): BlockFees | undefined {
    const known = this.#known.get(height);
    if (known !== undefined) return known;
    const fees = this.#read(height);
    if (fees !== undefined) this.#known.set(height, fees);
    return fees;
  }

  #read(height: number): BlockFees | undefined {
    const header = this.#chain.header(height);
    if (header === undefined) return undefined;
    const { baseFee, gasUsed, gasLimit, transactionCount } = header;
    const gasUsedRatio = Number((gasUsed * 1_000_000n) / gasLimit) / 1_000_000;
    return { baseFee, gasUsed, gasUsedRatio, tips: transactionCount === 0 ? [] : this.#tips(height, baseFee) };
  }

  #tips(height: number, baseFee: bigint): readonly Tip[] {
    const transactions = this.#chain.block(height)?.transactions ?? [];
    const receipts = this.#chain.receipts(height) ?? [];
    const tips = transactions.map((tx, index) => ({
      tip: effectiveGasPrice(tx, baseFee) - baseFee,
      gasUsed: receipts[index]?.gasUsed ?? 0n,
    }));
    return tips.sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0));
  }
}

/** The tip that the given percentage of a block's gas paid at most; 0n in an empty block. `percent` is 0 to 100. */
export function tipAt({ tips, gasUsed }: BlockFees, percent: number): bigint {
  const threshold = (gasUsed * BigInt(Math.round(percent * 1e6))) / 100_000_000n;
  let sum = 0n;
  for (const { tip, gasUsed: gas } of tips) {
    sum += gas;
    if (sum >= threshold) return tip;
  }
  return tips.at(-1)?.tip ?? 0n;
}
